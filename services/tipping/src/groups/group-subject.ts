/** The subject of a group that is locked and marked as deleted. */
export const groupSubject = (groupId: number): string => `group/${groupId}`
