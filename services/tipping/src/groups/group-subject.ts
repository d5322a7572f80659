/** What is locked, and marked as deleted, of a group. */
export const groupSubject = (groupId: number): string => `group/${groupId}`
