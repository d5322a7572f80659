/** The boolean settings of a group, with title and description. */
export const SWITCHES = [
  { key: 'isPrivate', title: 'Private', text: 'Only invited members can join.' },
  {
    key: 'autoApproveInvites',
    title: 'Auto-Approve Invites',
    text: 'Invited members are approved without admin approval.',
  },
  {
    key: 'hidePointsUntilApproved',
    title: 'Hide Points Until Approved',
    text: 'Member points are hidden on the leaderboard until approval.',
  },
  {
    key: 'preventPointsUntilApproved',
    title: 'Prevent Points Until Approved',
    text: 'Members cannot accumulate points until approved.',
  },
  {
    key: 'lockTipsAfterFirstEvent',
    title: 'Lock Tips After First Event',
    text: 'Tips cannot change once the first event of the weekend starts.',
  },
] as const
