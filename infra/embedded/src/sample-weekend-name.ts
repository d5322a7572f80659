/** Name of the sample weekend, for code that refers to it before its module is loaded. */
export const SAMPLE_WEEKEND = 'Wattle Park 500'
