import { type AppError, notFound } from '@purple-sector/service-kit/errors'

/** 404: what no address leads to. */
export const routeNotFound = (): AppError => notFound('NOT_FOUND', 'There’s nothing at this address.')
