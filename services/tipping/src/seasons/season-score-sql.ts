/** The columns by which season leaderboards are ordered, most important first (docs/rules.md, Seasons). */
export const SCORE_COLUMNS = ['total', 'weekends_won', 'best_weekend', 'firsts', 'seconds', 'thirds']

/** SQL of the score of a row; with `previous_` the one before the latest round. */
export const scoreColumnsOf = (row: string, prefix: '' | 'previous_' = ''): string =>
  SCORE_COLUMNS.map((column) => `${row}.${prefix}${column}`).join(', ')
