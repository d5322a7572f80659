/** Prints the current step of a row to stderr with the time of day, which shows what takes long. */
export const progressLogger =
  (id: string) =>
  (line: string): void =>
    void process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${id}: ${line}\n`)
