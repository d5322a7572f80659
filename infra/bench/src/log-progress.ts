/** Says on stderr what a row is doing, with the time of day, so that one sees what takes long. */
export const progressLogger =
  (id: string) =>
  (line: string): void =>
    void process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${id}: ${line}\n`)
