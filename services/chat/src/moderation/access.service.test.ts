import { chatRoutes } from '@purple-sector/contracts/chat/routes'
import { openapiPath } from '@purple-sector/contracts/route'
import { anAdmin, hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startChat, type TestChat } from '../../test/create-test-chat.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** The roles that call each route of a group's room; `Statuses` has the expected status of each. */
const ROLES = ['visitor', 'fan', 'member', 'group admin', 'administrator'] as const
type Statuses = readonly [visitor: number, fan: number, member: number, groupAdmin: number, administrator: number]
type Call = { name: string; query?: string; body?: object; statuses: Statuses }

const reason = 'Off topic'
const forAll: Statuses = [401, 200, 200, 200, 200]
const forMembers: Statuses = [401, 404, 200, 200, 404]
const forAdministrators = (status: number): Statuses => [401, 403, 403, 403, status]

/** All routes of chat; each call acts on a message of another user that is not deleted. */
const calls: readonly Call[] = [
  { name: 'GET /api/weekends/{id}/chat', statuses: forAll },
  { name: 'POST /api/weekends/{id}/chat', body: { message: 'Hello' }, statuses: [401, 201, 201, 201, 201] },
  { name: 'GET /api/weekends/{id}/chat/room', statuses: forAll },
  { name: 'PUT /api/weekends/{id}/chat/read', body: { messageId: 1 }, statuses: forAll },
  { name: 'GET /api/chat/rooms', statuses: forAll },
  { name: 'GET /api/groups/{id}/chat', statuses: forMembers },
  { name: 'POST /api/groups/{id}/chat', body: { message: 'Hello' }, statuses: [401, 404, 201, 201, 404] },
  { name: 'GET /api/groups/{id}/chat/room', statuses: forMembers },
  { name: 'PUT /api/groups/{id}/chat/read', body: { messageId: 1 }, statuses: forMembers },
  { name: 'DELETE /api/groups/{id}/chat/{messageId}', body: { reason }, statuses: [401, 404, 403, 204, 404] },
  { name: 'GET /api/groups/{id}/chat/deletions', statuses: [401, 404, 403, 200, 404] },
  { name: 'GET /api/admin/chat/messages', statuses: forAdministrators(200) },
  { name: 'DELETE /api/admin/chat/{type}/{messageId}', body: { reason }, statuses: forAdministrators(204) },
  { name: 'GET /api/admin/chat/people', query: '?ids=nobody', statuses: forAdministrators(200) },
  { name: 'GET /api/admin/chat/mutes', statuses: forAdministrators(200) },
  {
    name: 'PUT /api/admin/chat/mutes/{userId}',
    body: { until: hoursFromNow(1), reason },
    statuses: forAdministrators(200),
  },
  { name: 'DELETE /api/admin/chat/mutes/{userId}', statuses: forAdministrators(204) },
  { name: 'PUT /api/admin/chat/rooms/{type}/{id}', body: { slowModeSeconds: 0 }, statuses: forAdministrators(200) },
]

describe('access rights of the chat routes', () => {
  let chat: TestChat
  let author: Person
  let group: { id: number; weekendId: number }
  const people = new Map<string, Person>()
  beforeAll(async () => {
    chat = await startChat()
    author = await chat.createPerson()
    for (const role of ['fan', 'member', 'group admin']) people.set(role, await chat.createPerson())
    people.set('administrator', await chat.createPerson(anAdmin(), { isAdmin: true }))
    const person = (role: string) => people.get(role) ?? author
    group = await chat.createGroup(person('group admin'))
    await chat.join(group, author)
    await chat.join(group, person('member'))
  })
  afterAll(() => chat?.close())

  test('are tested for every route of the service', () => {
    const operations = Object.values(chatRoutes).map(({ method, path }) => `${method} ${openapiPath(path)}`)
    expect(operations.toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
  })

  test.each(calls)(
    'reply with the right status to every role of $name',
    async ({ name, query = '', body, statuses }) => {
      const [method = '', path = ''] = name.split(' ')
      const statusesByRole: [string, number][] = []
      for (const role of ROLES) {
        const { id: messageId } = await chat.sendMessage(author, `/api/groups/${group.id}/chat`, 'Somebody else’s')
        const values: Record<string, string | number> = {
          id: path.startsWith('/api/weekends') ? group.weekendId : group.id,
          type: 'group',
          messageId,
          userId: author.id,
        }
        const url = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key])) + query
        const call = people.get(role)?.call ?? chat.visitor
        statusesByRole.push([role, (await call(method as Method, url, body)).status])
        await people.get('administrator')?.call('DELETE', `/api/admin/chat/mutes/${author.id}`)
      }
      expect(statusesByRole).toEqual(ROLES.map((role, index) => [role, statuses[index]]))
    },
  )
})
