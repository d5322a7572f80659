import type { Weekend } from './http.ts'

/**
 * Whether its data are public without a session: when it is announced, live or over, but not while race control still
 * prepares it (docs/rules.md, Open data).
 */
export const isOpenToAll = ({ isActive, status }: Pick<Weekend, 'isActive' | 'status'>): boolean =>
  isActive || status !== 'inactive'
