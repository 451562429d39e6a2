//! An allocator that counts: how often somebody asked for memory, and how much
//! of it is in use. It counts only while it is told to, so that the other rows
//! pay nothing for it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The system's allocator, counted. A binary that wants the numbers makes it its
/// global one.
#[derive(Debug, Clone, Copy)]
pub struct CountingAllocator;

static ON: AtomicBool = AtomicBool::new(false);
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static ALLOCATED: AtomicU64 = AtomicU64::new(0);
static FREED: AtomicU64 = AtomicU64::new(0);

fn count_allocation(bytes: usize) {
    if ON.load(Ordering::Relaxed) {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        ALLOCATED.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

fn given_back(bytes: usize) {
    if ON.load(Ordering::Relaxed) {
        FREED.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

#[expect(unsafe_code, reason = "an allocator cannot be written without")]
// SAFETY: every call is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_allocation(layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        given_back(layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_allocation(layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_allocation(size);
        given_back(layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// What some work did to the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heap {
    /// How often memory was asked for.
    pub allocations: u64,
    /// How many bytes more are in use.
    pub grown_by: i64,
}

/// Counts what `work` does to the heap, and what other threads do meanwhile.
/// All zero in a binary whose allocator is another one.
pub fn count_in<T>(work: impl FnOnce() -> T) -> (T, Heap) {
    for counter in [&ALLOCATIONS, &ALLOCATED, &FREED] {
        counter.store(0, Ordering::Relaxed);
    }
    ON.store(true, Ordering::SeqCst);
    let done = work();
    ON.store(false, Ordering::SeqCst);
    let heap = Heap {
        allocations: ALLOCATIONS.load(Ordering::Relaxed),
        grown_by: ALLOCATED.load(Ordering::Relaxed) as i64 - FREED.load(Ordering::Relaxed) as i64,
    };
    (done, heap)
}
