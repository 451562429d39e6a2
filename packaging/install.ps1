# Installs snaphook on Windows: downloads the program of the newest release, or of
# -Version, checks its checksum, and puts it into %LOCALAPPDATA%\snaphook\bin, or -To.
#
#   irm https://github.com/snaphook/snaphook/releases/latest/download/install.ps1 | iex
param(
    [string]$Version = "latest",
    [string]$To = (Join-Path $env:LOCALAPPDATA "snaphook\bin")
)

function Install-Snaphook {
    param([string]$Version, [string]$To)
    $ErrorActionPreference = "Stop"
    # Without it, old systems offer only what servers no longer accept.
    [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
    $releases = "https://github.com/snaphook/snaphook/releases"
    if ($env:SNAPHOOK_RELEASES) { $releases = $env:SNAPHOOK_RELEASES }
    $from = "$releases/latest/download"
    if ($Version -ne "latest") { $from = "$releases/download/v$($Version.TrimStart('v'))" }
    $folder = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
    New-Item -ItemType Directory -Path $folder | Out-Null
    try {
        $sums = Join-Path $folder "SHA256SUMS"
        Invoke-WebRequest -UseBasicParsing -Uri "$from/SHA256SUMS" -OutFile $sums
        # Windows on ARM runs programs for x64.
        $pattern = "^([0-9a-f]{64})  (snaphook-[0-9][^/ ]*-x86_64-pc-windows-msvc\.zip)$"
        $lines = @(Get-Content $sums | Select-String -Pattern $pattern)
        if ($lines.Count -ne 1) { throw "the release has no program for Windows. Its files: $releases" }
        $expected = $lines[0].Matches[0].Groups[1].Value
        $name = $lines[0].Matches[0].Groups[2].Value
        $file = Join-Path $folder $name
        Invoke-WebRequest -UseBasicParsing -Uri "$from/$name" -OutFile $file
        $actual = (Get-FileHash -Algorithm SHA256 -Path $file).Hash.ToLowerInvariant()
        if ($actual -ne $expected) {
            throw "the checksum of $name is $actual, but must be ${expected}: nothing was installed"
        }
        Expand-Archive -Path $file -DestinationPath $folder
        $program = Join-Path (Join-Path $folder ([IO.Path]::GetFileNameWithoutExtension($name))) "snaphook.exe"
        & $program --version | Out-Null
        if ($LASTEXITCODE -ne 0) { throw "the program does not start on this system" }
        New-Item -ItemType Directory -Force -Path $To | Out-Null
        $installed = Join-Path $To "snaphook.exe"
        # A program that runs can be renamed, but not replaced.
        if (Test-Path $installed) {
            $old = "$installed.old"
            Remove-Item -Force -ErrorAction SilentlyContinue $old
            Move-Item -Force $installed $old
        }
        Copy-Item $program $installed
        Write-Output "installed $(& $installed -V) to $installed"
        if (($env:PATH -split ";") -notcontains $To) {
            Write-Output "help: $To is not on the PATH: add it in the system's settings"
        }
    } finally {
        Remove-Item -Recurse -Force -ErrorAction SilentlyContinue $folder
    }
}

Install-Snaphook -Version $Version -To $To
