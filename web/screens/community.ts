import type { Caller } from './caller.ts'

/** The fan becomes a team at the track; two others are there with them, and another team is away. */
export const gatherCommunity = async (
  fan: Caller,
  weekendId: number,
  others: ReadonlyMap<string, Caller>,
): Promise<void> => {
  const atTrack = { trackStatus: 'at_track', selectedWeekendId: weekendId }
  await fan('PATCH', '/api/profile', {
    ...atTrack,
    userType: 'team',
    teamName: 'Saltbush Racing',
    carNumber: '5',
    manufacturer: 'Ford',
    preferredWeekendId: weekendId,
    chatStatus: 'hoarse by Race 2',
  })
  for (const name of ['dunlop_dave', 'marshal_post9']) await others.get(name)?.('PATCH', '/api/profile', atTrack)
  const away = { userType: 'team', teamName: 'Redgum Racing', carNumber: '27', manufacturer: 'Toyota' }
  await others.get('heeltoe.hana')?.('PATCH', '/api/profile', away)
}
