const SEMVER = /^(\d+)\.(\d+)\.(\d+)$/

/** Throws unless `next` is a version (`1.2.3`) that is newer than `current`, or the same when nothing was released. */
export const requireNewer = (next: string, current: string, hasReleases: boolean): void => {
  const [nextParts, currentParts] = [next, current].map((version) => SEMVER.exec(version)?.slice(1).map(Number))
  if (!nextParts || !currentParts)
    throw new Error(`Say which version: make release VERSION=1.2.3 (the last is ${current}).`)
  const difference = nextParts.map((part, index) => part - (currentParts[index] ?? 0)).find((part) => part !== 0) ?? 0
  if (difference < 0 || (difference === 0 && hasReleases))
    throw new Error(`${next} is not newer than ${current}, the version of package.json.`)
}

/** Replaces the first versions of a JSON file of npm, which are those of the package itself. */
const replaceFirst = (text: string, count: number, version: string): string => {
  let replaced = 0
  return text.replaceAll(/"version": "[^"]*"/g, (old) => (replaced++ < count ? `"version": "${version}"` : old))
}

/** Each file that states the version, by its path, with a function that puts another version into its text. */
export const versionFiles: Readonly<Record<string, (text: string, version: string) => string>> = {
  'package.json': (text, version) => replaceFirst(text, 1, version),
  // At the top, and once more as the root of the packages.
  'package-lock.json': (text, version) => replaceFirst(text, 2, version),
  'deploy/helm/purple-sector/Chart.yaml': (text, version) =>
    text.replace(/^version: .*$/m, `version: ${version}`).replace(/^appVersion: .*$/m, `appVersion: ${version}`),
}
