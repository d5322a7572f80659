import { notFound } from '@purple-sector/service-kit/errors'

/** What others are told of a group that is not theirs to know of. */
export const noSuchGroup = () => notFound('GROUP_NOT_FOUND', 'There is no such group.')
