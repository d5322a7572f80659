import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Group, GroupPreview, Invitation, JoinReply } from '@purple-sector/contracts/groups/http'
import type { FoundUser } from '@purple-sector/contracts/identity/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { hoursFromNow } from '@purple-sector/testing/builders'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ADMINISTRATOR, type ProductProcess } from '../product-process.ts'

const password = 'the flag is green'
const PATIENCE = { timeout: 30_000 }
let product: ProductProcess

const ask = (method: string, path: string, body?: object, cookie = '') =>
  fetch(`${product.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Somebody in a session of their own. */
const signedIn = async (path: string, credentials: object) => {
  const cookie = String((await ask('POST', path, credentials)).headers.get('set-cookie')).split(';')[0] ?? ''
  return {
    status: async (method: string, at: string, body?: object) => (await ask(method, at, body, cookie)).status,
    call: async <T>(method: string, at: string, body?: object): Promise<T> => {
      const reply = await ask(method, at, body, cookie)
      expect([at, reply.ok]).toEqual([at, true])
      return reply.json() as Promise<T>
    },
  }
}
const register = (username: string) =>
  signedIn('/api/auth/register', { email: `${username}@fans.test`, username, password })

/** The path of the link in a mail, once it is there. */
const linkMailedTo = async (address: string, subject: string): Promise<string> => {
  const folder = join(product.dataDir, 'mail')
  let link = ''
  await expect
    .poll(async () => {
      for (const name of await readdir(folder).catch(() => [])) {
        const mail = name.endsWith('.eml') ? await readFile(join(folder, name), 'utf8') : ''
        if (!mail.includes(`To: ${address}\n`) || !mail.includes(`Subject: ${subject}`)) continue
        const { pathname, search } = new URL(/^https?:\/\/\S+$/m.exec(mail)?.[0] ?? '')
        link = pathname + search
      }
      return link
    }, PATIENCE)
    .not.toBe('')
  return link
}

export const invitedByMail = (running: () => ProductProcess): void => {
  describe('an invitation by mail', () => {
    beforeAll(() => {
      product = running()
    })

    test('whom a mail invites joins a private group once the address is theirs, and others find nothing', async () => {
      const admin = await signedIn('/api/auth/login', ADMINISTRATOR)
      const day = hoursFromNow(24).slice(0, 10)
      const weekend = await admin.call<Weekend>('POST', '/api/admin/weekends', {
        name: 'Round 1',
        startDate: day,
        endDate: day,
      })
      const ada = await register('ada')
      // Groups hears of a weekend, and of who has registered, by their events.
      const founding = { name: 'Pit Wall', weekendId: weekend.id, isPrivate: true }
      const { id } = await vi.waitFor(() => ada.call<Group>('POST', '/api/groups', founding), PATIENCE)
      await ada.call<Invitation>('POST', `/api/groups/${id}/invite`, { inviteeEmail: 'Bea@Fans.test' })
      const joinPage = await linkMailedTo('Bea@Fans.test', 'ada invites you to Pit Wall')
      expect(joinPage).toMatch(/^\/groups\/join\/[\w-]+$/)
      const code = joinPage.split('/').at(-1)
      const preview = (await (await ask('GET', `/api/groups/preview/${code}`)).json()) as GroupPreview
      expect(preview).toMatchObject({ name: 'Pit Wall', isPrivate: true, memberCount: 1 })

      const [bea, eve] = [await register('bea'), await register('eve')]
      for (const visitor of [bea, eve]) expect(await visitor.status('POST', `/api/groups/join/${code}`)).toBe(403)
      expect(await bea.call('GET', '/api/invitations')).toEqual([])
      const verify = await linkMailedTo('bea@fans.test', 'Verify your email address')
      expect(await bea.status('GET', verify)).toBe(303)
      await expect
        .poll(() => bea.call<Invitation[]>('GET', '/api/invitations'), PATIENCE)
        .toMatchObject([{ groupName: 'Pit Wall', inviterName: 'ada', status: 'pending' }])
      expect(await bea.call<JoinReply>('POST', `/api/groups/join/${code}`)).toMatchObject({ approvalStatus: 'pending' })
      expect(await bea.call('GET', '/api/invitations')).toEqual([])

      const [found] = await ada.call<FoundUser[]>('GET', '/api/users/search?q=ev')
      expect(found).toMatchObject({ username: 'eve' })
      const userId = found?.id
      await vi.waitFor(() => ada.call<Invitation>('POST', `/api/groups/${id}/invite-user`, { userId }), PATIENCE)
      const [invitation] = await eve.call<Invitation[]>('GET', '/api/invitations')
      await eve.call<Invitation>('PATCH', `/api/invitations/${invitation?.id}`, { status: 'accepted' })
      expect(await eve.status('GET', `/api/groups/${id}`)).toBe(200)
    })
  })
}
