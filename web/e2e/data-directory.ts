/** Environment variable with the data directory of a worker's product. */
export const dataVariable = (parallelIndex: number): string => `E2E_DATA_DIR_${parallelIndex}`

/** The data directory of a worker's product, which includes its mails. */
export const dataDirectoryOf = (parallelIndex: number): string => process.env[dataVariable(parallelIndex)] ?? ''
