import { type AppError, notFound } from '@purple-sector/service-kit/errors'

/** 404: no route matches. */
export const routeNotFound = (): AppError => notFound('NOT_FOUND', 'There’s nothing at this address.')
