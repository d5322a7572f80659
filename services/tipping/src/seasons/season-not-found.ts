import { notFound } from '@purple-sector/service-kit/errors'

export const seasonNotFound = () => notFound('SEASON_NOT_FOUND', 'There’s no such season.')
