import type { User } from '@purple-sector/contracts/identity/http'

type Named = { username: string | null; firstName: string | null }

/** Returns the display name of a user of the community. */
export const communityName = ({ username, firstName }: Named): string => username ?? firstName ?? 'Anonymous'

/** Returns the label of a user type, which affects no rights; users without one are spectators. */
export const userTypeName = (userType: User['userType']): string => (userType === 'team' ? 'Team' : 'Spectator')
