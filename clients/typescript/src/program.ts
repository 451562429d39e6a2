// Finds the `snaphook` program: the one that was named, the one of the package for this platform,
// or the one on the PATH.

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

import { ServerNotFound } from "./errors.js";

/** The environment variable that names another program. */
export const VARIABLE = "SNAPHOOK_BINARY";

const EXECUTABLE = process.platform === "win32" ? "snaphook.exe" : "snaphook";

/**
 * The packages that bring the program, by platform and processor. They are optional dependencies of
 * this package: npm installs the one that fits.
 */
const PACKAGES: Record<string, string> = {
  "darwin arm64": "@snaphook/cli-darwin-arm64",
  "darwin x64": "@snaphook/cli-darwin-x64",
  "linux arm64": "@snaphook/cli-linux-arm64",
  "linux x64": "@snaphook/cli-linux-x64",
  // Windows on ARM runs programs for x64.
  "win32 arm64": "@snaphook/cli-win32-x64",
  "win32 x64": "@snaphook/cli-win32-x64",
};

/** The package that brings the program for this platform, if there is one. */
export function platformPackage(): string | undefined {
  return PACKAGES[`${process.platform} ${process.arch}`];
}

/**
 * The path of the program. What is named, by the argument or by the environment variable, is
 * returned as it is: nothing else is started in its place.
 */
export function findProgram(binary?: string): string {
  const named = binary || process.env[VARIABLE];
  if (named) return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  const found = [...besidePackage(), ...folders].map((folder) => join(folder, EXECUTABLE));
  const program = found.find(canBeStarted);
  if (program === undefined) throw new ServerNotFound(notFound());
  return program;
}

/** The folder of the program in the package for this platform, if that is installed. */
function besidePackage(): string[] {
  const name = platformPackage();
  if (name === undefined) return [];
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return [join(dirname(manifest), "bin")];
  } catch {
    return [];
  }
}

/**
 * Whether the file is a program that is not this package's own command: npm puts that on the
 * `PATH` as a link to a script, and it would start itself without end.
 */
function canBeStarted(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() && !/\.[cm]?js$/.test(realpathSync(file));
  } catch {
    return false;
  }
}

/** Says why no program was found, and what to do. */
export function notFound(): string {
  const name = platformPackage();
  const why = name
    ? `the package ${name}, which brings the program \`snaphook\`, is not installed, and there is none on the PATH`
    : `no package has the program \`snaphook\` for ${process.platform} on ${process.arch}, and none on the PATH`;
  const help = name
    ? "install again without `--omit=optional` or `--no-optional`, and on this platform if " +
      "`node_modules` was copied from another"
    : "build the program with `cargo install snaphook-cli`";
  return `${why}\nhelp: ${help}; or name the program with \`binary\` or ${VARIABLE}`;
}
