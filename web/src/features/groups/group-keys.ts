/** Everything of all groups begins with its first part, what is one group's own with both. */
export const groupKey = (groupId: number) => ['/api/groups', groupId] as const

/** The user's groups, and the invitations that wait for their answer. */
export const groupsKey = ['/api/groups', 'overview'] as const

export const membersKey = (groupId: number) => [...groupKey(groupId), 'members'] as const

/** Invitations into a group that wait for an answer. */
export const sentInvitationsKey = (groupId: number) => [...groupKey(groupId), 'invitations'] as const
