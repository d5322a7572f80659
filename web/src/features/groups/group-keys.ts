/** Everything of all groups begins with its first part, what is one group's own with both. */
export const groupKey = (groupId: number) => ['/api/groups', groupId] as const

/** The user's groups. */
export const groupsKey = ['/api/groups', 'list'] as const

export const membersKey = (groupId: number) => [...groupKey(groupId), 'members'] as const

/** Invitations into a group that wait for an answer. */
export const sentInvitationsKey = (groupId: number) => [...groupKey(groupId), 'invitations'] as const

/** The user's own, those that wait for an answer. */
export const invitationsKey = ['/api/invitations'] as const
