import { describe, expect, test } from 'vitest'
import { groupWeekend } from '../../test/small-recording.ts'
import { checkRecording } from './check-recording.ts'
import type { RecordingInput } from './recording.ts'

type Groups = NonNullable<RecordingInput['groups']>
type Group = Groups[number]

const at = (time: string) => `2026-03-14T${time}:00Z`
const when = (time: string) => ({ at: at(time) })

/** Returns the issues of the weekend with groups after a change that spoils it. */
const spoilt = (spoil: (mates: Group, club: Group, weekend: RecordingInput) => void) => {
  const weekend = groupWeekend()
  const [mates, club] = weekend.groups ?? []
  if (!mates || !club) throw new Error('the weekend has lost its groups')
  spoil(mates, club, weekend)
  return checkRecording(weekend).issues
}

/** Returns the issues of a group that `early` founded and `late` is in with these stays. */
const staying = (stays: NonNullable<Group['members']>[number]['stays'], rules: Partial<Group> = {}) =>
  spoilt((_, __, weekend) => {
    for (const { tips } of weekend.fans.listed ?? []) tips.length = 0
    weekend.groups = [
      { name: 'Mates', founder: 'early', founded: at('08:31'), ...rules, members: [{ fan: 'late', stays }] },
    ]
  })

describe('checkGroups', () => {
  test('accepts valid groups, and reports unknown groups in tips without them', () => {
    expect(spoilt(() => {})).toEqual([])
    expect(spoilt((_, __, weekend) => (weekend.groups = undefined)).map(({ path }) => path)).toEqual([
      'fans.listed.0.tips.0.group',
      'fans.listed.0.tips.1.group',
      'fans.listed.1.tips.2.group',
      'fans.listed.1.tips.3.group',
      'fans.listed.1.tips.4.group',
    ])
  })

  test('reports wrong shapes with their place', () => {
    const issues = spoilt((mates, club) => {
      mates.points = [{ category: 'Repco Supercars Championship', first: 301, second: 0, third: 1 }]
      mates.members?.push({ stays: [{ by: 'link', when: when('08:40') }] })
      club.changes = [{ at: at('09:00') }]
      Object.assign(club, { founder: 7 })
    })
    expect(issues.map(({ path }) => path)).toEqual([
      'groups.0.points.0.first',
      'groups.0.points.0.second',
      'groups.0.members.4',
      'groups.1.founder',
      'groups.1.changes.0',
    ])
    expect(issues.slice(2).map(({ message }) => message)).toEqual([
      'names either a listed fan or generated ones',
      'is nobody: the name of a listed fan, or {"generated": 3} for the third generated one',
      'says nothing that changes',
    ])
  })

  test('reports duplicate and unknown names', () => {
    const issues = spoilt((mates, club) => {
      club.name = mates.name
      mates.founder = 'earlier'
      mates.sessions = ['warm-up']
      mates.points = [
        { category: 'Formula 9', first: 3, second: 2, third: 1 },
        { category: 'repco supercars championship', first: 3, second: 2, third: 1 },
        { category: 'Repco Supercars Championship', first: 3, second: 2, third: 1 },
      ]
      club.changes![0]!.sessions = ['race', 'parade']
      club.members!.push({ fan: 'nobody', stays: [{ by: 'user', when: when('08:38') }] })
      club.members!.push({ ...club.members![0]! })
    })
    expect(issues).toEqual([
      { path: 'groups.1.name', message: 'Mates is there twice' },
      { path: 'groups.0.founder', message: 'no fan is called earlier' },
      { path: 'groups.0.sessions.0', message: 'no race is called warm-up' },
      { path: 'groups.0.points.0.category', message: 'Formula 9 has no cars in this recording' },
      { path: 'groups.0.points.2.category', message: 'Repco Supercars Championship is there twice' },
      { path: 'groups.1.changes.0.sessions.1', message: 'no race is called parade' },
      { path: 'groups.1.members.3.fan', message: 'early is there twice' },
      { path: 'groups.1.members.2.fan', message: 'no fan is called nobody' },
      { path: 'fans.listed.1.tips.2.group', message: 'early is never in Mates' },
      { path: 'fans.listed.1.tips.3.group', message: 'no group is called Club' },
      { path: 'fans.listed.1.tips.4.group', message: 'no group is called Club' },
    ])
  })

  test('reports events outside the life of a group, and changes out of order', () => {
    const issues = spoilt((mates, club, weekend) => {
      mates.deleted = at('09:10')
      club.deleted = at('08:30')
      club.members = []
      club.changes = []
      mates.members = [{ fan: 'late', stays: [{ by: 'user', when: when('08:30') }] }]
      mates.changes = [
        { at: at('09:05'), hidePoints: false },
        { at: at('09:04'), hidePoints: true },
        { at: at('09:20'), hidePoints: false },
      ]
      for (const { tips } of weekend.fans.listed ?? []) tips.length = 0
    })
    expect(issues).toEqual([
      { path: 'groups.0.changes.1.at', message: 'lies before the one above it' },
      { path: 'groups.0.changes.2.at', message: 'lies after the group is deleted' },
      { path: 'groups.0.members.0.stays.0.when.at', message: 'lies before the group is founded' },
      { path: 'groups.1.deleted', message: 'lies before the group is founded' },
    ])
  })

  test('reports a founder who joins or leaves', () => {
    expect(
      spoilt((mates) => {
        mates.members![0] = { fan: 'early', stays: [{ by: 'link', when: when('08:40') }] }
      })[0],
    ).toEqual({
      path: 'groups.0.members.0.fan',
      message: 'early founded the group, and can neither join nor leave it',
    })
  })

  test('reports ways to join that the rules close', () => {
    const rejected = { by: 'link', when: when('08:40'), ends: { when: when('08:50'), how: 'rejected' } } as const
    const left = { by: 'link', when: when('08:40'), ends: { when: when('08:50'), how: 'leaves' } } as const
    const back = { by: 'link', when: when('08:55') } as const
    expect(staying([left, back])).toEqual([])
    expect(staying([rejected, { ...back, by: 'user' }])).toEqual([])
    expect(staying([rejected, back])).toEqual([
      { path: 'groups.0.members.0.stays.1.by', message: 'was rejected, and comes back only with an invitation' },
    ])
    expect(staying([left, { ...back, when: when('08:45') }])).toEqual([
      { path: 'groups.0.members.0.stays.1.when', message: 'is still a member then' },
    ])
    expect(staying([back], { private: true })).toMatchObject([
      { message: 'the group is private then: it takes only who is invited' },
    ])
    expect(staying([{ ...back, by: 'mail' }], { private: true })).toMatchObject([
      {
        path: 'groups.0.members.0.stays.0.by',
        message: expect.stringContaining('an address counts once it is verified'),
      },
    ])
    expect(staying([back], { private: true, changes: [{ at: at('08:54'), private: false }] })).toEqual([])
  })

  test('reports approvals of non-pending members, and stays that end before they start', () => {
    const stay = { by: 'link', when: when('08:40'), approved: when('08:50') } as const
    const path = 'groups.0.members.0.stays.0.approved'
    expect(staying([stay])).toEqual([])
    expect(staying([stay], { autoApprove: true })).toEqual([
      { path, message: 'nobody waits for approval then: the group approves by itself' },
    ])
    for (const not of [
      { ...stay, approved: when('08:39') },
      { ...stay, ends: { when: when('08:45'), how: 'leaves' } } as const,
    ]) {
      expect(staying([not])).toEqual([{ path, message: 'nobody waits for approval then: is no member' }])
    }
    expect(staying([{ by: 'link', when: when('08:40'), ends: { when: when('08:40'), how: 'leaves' } }])).toEqual([
      { path: 'groups.0.members.0.stays.0.ends.when', message: 'lies before joining' },
    ])
  })

  test('reports moments of unknown races', () => {
    expect(staying([{ by: 'link', when: { lockOf: 'warm-up', seconds: 1 } }])).toEqual([
      { path: 'groups.0.members.0.stays.0.when.lockOf', message: 'no race is called warm-up' },
    ])
  })

  test('reports more groups or invitations than a founder may have', () => {
    const many = spoilt((_, club, weekend) => {
      for (let i = 0; i < 51; i++) {
        weekend.groups!.push({ name: `Many ${i}`, founder: { generated: 2 }, founded: at('08:40') })
      }
      club.members![1]!.generated = { count: 50 }
    })
    expect(many).toEqual([
      { path: 'groups.1.founder', message: 'invites more than 50 people within the hour of play' },
      { path: 'groups.53.founder', message: 'founds more than 50 groups' },
    ])
    expect(
      spoilt((mates) => {
        mates.members![3]!.stays[0]!.by = 'user'
      }),
    ).toMatchObject([{ path: 'groups.0.members.3.stays.0.by' }])
  })

  test('reports tips in a group that the fan is not in, or not yet', () => {
    expect(
      spoilt((_, __, weekend) => {
        const [late] = weekend.fans.listed ?? []
        late!.tips[0]!.when = when('08:33')
        late!.tips[1]!.group = 'Club'
      }),
    ).toEqual([
      { path: 'fans.listed.0.tips.0.when.at', message: 'lies before late is in Mates' },
      { path: 'fans.listed.0.tips.1.group', message: 'late is never in Club' },
    ])
  })
})
