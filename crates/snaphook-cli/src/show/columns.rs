//! Aligns text in columns.

/// The headings and the rows, each as one line.
pub(crate) fn columns<const N: usize>(headings: &[String; N], rows: &[[String; N]]) -> Vec<String> {
    let all = || std::iter::once(headings).chain(rows);
    let width = |column: usize| {
        let cells = all().map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    all()
        .map(|row| {
            let cells = row.iter().zip(widths);
            let cells: Vec<_> = cells
                .map(|(cell, width)| format!("{cell:<width$}"))
                .collect();
            cells.join("  ").trim_end().to_owned()
        })
        .collect()
}
