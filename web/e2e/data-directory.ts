/** What tells the workers where the product of one of them keeps its data. */
export const dataVariable = (parallelIndex: number): string => `E2E_DATA_DIR_${parallelIndex}`

/** Where the product of a worker keeps its data, mails too. */
export const dataDirectoryOf = (parallelIndex: number): string => process.env[dataVariable(parallelIndex)] ?? ''
