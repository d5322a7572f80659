/** What the sample weekend is called, for who tells of it before it is loaded. */
export const SAMPLE_WEEKEND = 'Wattle Park 500'
