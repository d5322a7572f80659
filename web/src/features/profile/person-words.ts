import type { User } from '@purple-sector/contracts/identity/http'

type Named = { username: string | null; firstName: string | null }

/** What a person of the community is called. */
export const communityName = ({ username, firstName }: Named): string => username ?? firstName ?? 'Anonymous'

/** A label, which changes no rights; whoever has said nothing watches. */
export const userTypeName = (userType: User['userType']): string => (userType === 'team' ? 'Team' : 'Spectator')
