import { notFound } from '@purple-sector/service-kit/errors'

export const noSuchRace = () => notFound('RACE_NOT_FOUND', 'There’s no such session.')
