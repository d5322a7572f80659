import type { AvatarConfig } from '@purple-sector/contracts/common'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Caller } from './caller.ts'

const HELMETS: Record<string, Partial<AvatarConfig>> = {
  mountain_mae: { helmet: 'modern', helmetColor: 'Purple', pattern: 'racing-stripes', primaryColor: 'White' },
  apexhunter: { helmet: 'aero', helmetColor: 'Blue', pattern: 'lightning', primaryColor: 'Yellow' },
  Turn2Terry: { helmet: 'open-face', helmetColor: 'Red', pattern: 'stripes', primaryColor: 'White' },
  BoxBoxBec: { helmet: 'classic', helmetColor: 'Orange', pattern: 'solid' },
  dunlop_dave: { helmet: 'retro', helmetColor: 'Black', pattern: 'stripes', primaryColor: 'Yellow' },
  'heeltoe.hana': { helmet: 'full-face', helmetColor: 'Teal', pattern: 'chevron', primaryColor: 'White' },
  'gravel.trap': { helmet: 'modern', helmetColor: 'White', pattern: 'stripes', primaryColor: 'Red' },
}

/** The author and text of a message, before the last result and after it; the fan is `me`. */
type Line = [author: string, text: string]
const BEFORE: Line[] = [
  ['gravel.trap', 'Track temp is dropping'],
  ['Turn2Terry', '31 on the softer tyre, 7 on the harder. Discuss.'],
  ['Turn2Terry', 'Tyres look done on the 31 though'],
  ['gravel.trap', 'Safety car boards are out at the hairpin'],
  ['me', 'I moved my tip off the 31 four minutes before the deadline. Nerves of jelly.'],
]
const AFTER: Line[] = [
  ['dunlop_dave', 'KINNEAR. From ninth. I have never been this right about anything.'],
  ['apexhunter', 'Nineteen places, Dave. Save some for Sunday.'],
  ['me', 'Up six with a second place. I will take it.'],
  ['heeltoe.hana', 'Do we know if the 88 is out for the whole weekend? https://example.org/entry-list'],
]
const OF_GROUP: Line[] = [
  ['heeltoe.hana', 'Who is on the roast this week?'],
  ['wetline', 'Whoever tipped the 40.'],
  ['me', 'That would be me, then.'],
  ['sectorone', 'Again.'],
]

type Users = { me: Caller; others: ReadonlyMap<string, Caller> }

const postMessages = async (path: string, lines: readonly Line[], { me, others }: Users): Promise<void> => {
  for (const [author, message] of lines) await (author === 'me' ? me : others.get(author))?.('POST', path, { message })
}

/** Gives people avatars and adds messages about the weekend. */
export const addMessagesBefore = async (weekendId: number, people: Users): Promise<void> => {
  for (const [name, helmet] of Object.entries(HELMETS)) {
    const avatarConfig = { visor: 'tinted', suit: 'racing', secondaryColor: 'Yellow', number: '12', ...helmet }
    await people.others.get(name)?.('PUT', '/api/profile/avatar', { avatarConfig })
  }
  await people.others.get('gravel.trap')?.('PATCH', '/api/profile', { chatStatus: 'on the couch' })
  await people.others.get('heeltoe.hana')?.('PATCH', '/api/profile', { chatStatus: 'Carrera Cup tragic' })
  await postMessages(`/api/weekends/${weekendId}/chat`, BEFORE, people)
}

/** Adds further messages, also in a group of the fan's. */
export const addMessagesAfter = async (weekendId: number, people: Users): Promise<void> => {
  await postMessages(`/api/weekends/${weekendId}/chat`, AFTER, people)
  const groups = await people.me<Group[]>('GET', '/api/groups')
  const group = groups.find(({ name }) => name === 'Pit Lane Pundits')
  if (group) await postMessages(`/api/groups/${group.id}/chat`, OF_GROUP, people)
}
