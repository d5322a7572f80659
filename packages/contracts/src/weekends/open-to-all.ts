import type { Weekend } from './http.ts'

/**
 * Whether anybody may read of it without a session: what is announced, live or over. One that race control still
 * prepares is nobody's business (docs/rules.md, Open data).
 */
export const isOpenToAll = ({ isActive, status }: Pick<Weekend, 'isActive' | 'status'>): boolean =>
  isActive || status !== 'inactive'
