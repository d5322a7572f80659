import { deliverySchema, webhookSchema, webhookWithSecretSchema } from '@purple-sector/contracts/admin/webhooks'
import { userReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTestServer, type Rejection, rejectionReply } from '../../../../test/create-test-server.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { WebhooksView } from './webhooks-view.tsx'

const URL_ = 'https://club.example/purple-sector'
const webhook = {
  id: 3,
  url: URL_,
  events: ['result.published', 'session.locked'],
  createdAt: '2026-11-20T03:00:00.000Z',
  previousSecretUntil: null,
}
const delivery = (overrides: object = {}) => ({
  id: '0195-1',
  type: 'result.published',
  at: '2026-11-21T05:32:07.000Z',
  state: 'delivered',
  attempts: 1,
  status: 204,
  error: null,
  nextAttemptAt: null,
  ...overrides,
})
const failed = delivery({ id: '0195-2', type: 'test', state: 'failed', status: 503, error: 'Answered 503.' })
const waitingDelivery = delivery({
  id: '0195-3',
  state: 'waiting',
  status: null,
  error: 'No answer within 5 s.',
  attempts: 3,
  nextAttemptAt: '2026-11-21T05:33:00.000Z',
})

type ServerState = { webhooks?: object[]; deliveries?: object[]; tested?: object; isBroken?: boolean }
const server = createTestServer(
  ({ webhooks = [], deliveries = [], tested = delivery({ type: 'test' }), isBroken = false }: ServerState) => {
    const sent: { method: string; path: string; body: unknown }[] = []
    const rejections: Rejection[] = []
    const fetch = async (path: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
      if (isBroken) return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'Busy' })
      if (method === 'GET' && path.endsWith('/deliveries'))
        return Response.json(deliverySchema.array().parse(deliveries))
      if (method === 'GET')
        return Response.json(path.startsWith('/api/admin/webhooks') ? webhookSchema.array().parse(webhooks) : [])
      sent.push({ method, path, body: body === undefined ? undefined : JSON.parse(String(body)) })
      const rejection = rejections.shift()
      if (rejection) return rejectionReply(rejection)
      if (method === 'DELETE') return new Response(null, { status: 204 })
      if (path.endsWith('/test')) return Response.json(deliverySchema.parse(tested))
      if (path.endsWith('/secret'))
        return Response.json(webhookWithSecretSchema.parse({ ...webhook, secret: 'whsec_new' }))
      return Response.json(webhookWithSecretSchema.parse({ ...webhook, secret: 'whsec_once' }), { status: 201 })
    }
    return { fetch, sent, rejections }
  },
  {},
)
const openWebhooks = (world: ServerState = {}, weekend = weekendReply()) => {
  server.serve(world)
  return openPage(<WebhooksView />, '/admin?tab=reports&view=webhooks', userReply({ isAdmin: true }), [weekend])
}
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('names the public URLs of the weekend', async () => {
  openWebhooks()
  const list = within(await screen.findByRole('list', { name: 'Open data' }))
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/api/open/weekends/1/leaderboard.json',
    '/api/open/weekends/1/leaderboard.csv',
    '/api/open/weekends/1/results.json',
    '/api/open/weekends/1/results.csv',
    '/api/open/weekends/1/sessions.ics',
  ])
  expect(await screen.findByText('No webhooks yet')).toBeTruthy()
})

test('names the public URLs of the season that the weekend is a round of', async () => {
  openWebhooks({}, weekendReply({ seasonId: 7, round: 2 }))
  const list = within(await screen.findByRole('list', { name: 'Open data' }))
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining([
      '/api/open/seasons/7/leaderboard.json',
      '/api/open/seasons/7/leaderboard.csv',
      '/api/open/seasons/7/calendar.ics',
    ]),
  )
})

test('shows an error when the webhooks fail to load', async () => {
  openWebhooks({ isBroken: true })
  expect(await screen.findByText('Couldn’t load the webhooks')).toBeTruthy()
})

test('adds a webhook from a URL and events and shows its secret once', async () => {
  openWebhooks()
  await click('Add webhook')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
  expect((await dialog.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    'Enter an address that starts with https://',
    'Choose at least one',
  ])
  fireEvent.change(dialog.getByLabelText('Address'), { target: { value: ` ${URL_} ` } })
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Locks/ }))
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Results/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
  const secret = await screen.findByLabelText<HTMLInputElement>('Secret')
  expect(secret.value).toBe('whsec_once')
  expect(server.sent).toEqual([
    {
      method: 'POST',
      path: '/api/admin/webhooks',
      body: { url: URL_, events: ['result.published', 'session.locked'] },
    },
  ])
  await click('Done')
  await waitFor(() => expect(screen.queryByDisplayValue('whsec_once')).toBeNull())
})

test('shows a server error beside its field', async () => {
  openWebhooks()
  const message = 'Url must be an address of the public internet'
  server.rejections.push({ status: 400, code: 'BAD_REQUEST', message, issues: [{ path: 'url', message }] })
  await click('Add webhook')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Address'), { target: { value: 'https://10.0.0.1' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: /^Results/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(await screen.findByText('Failed to create webhook')).toBeTruthy()
})

test('shows the outcome of a test delivery', async () => {
  openWebhooks({ webhooks: [webhook] })
  await click(`Send test ${URL_}`)
  expect(await screen.findByText('Test delivered')).toBeTruthy()
  expect(server.sent).toMatchObject([{ path: '/api/admin/webhooks/3/test' }])
})

test('reports a test delivery that did not arrive as a failure', async () => {
  openWebhooks({ webhooks: [webhook], tested: failed })
  await click(`Send test ${URL_}`)
  expect(await screen.findByText('Test not delivered')).toBeTruthy()
  expect(screen.getByText('Answered 503.')).toBeTruthy()
})

test('lists every delivery with its state', async () => {
  openWebhooks({ webhooks: [webhook], deliveries: [waitingDelivery, failed, delivery()] })
  await click(`Deliveries ${URL_}`)
  const rows = within(await screen.findByRole('list', { name: 'Deliveries' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^result\.published.*No answer within 5 s\. 3 attempts\. Next .*Waiting$/),
    expect.stringMatching(/^test.*Answered 503\. 1 attempt\.Failed$/),
    expect.stringMatching(/^result\.published.*Answered 204\. 1 attempt\.Delivered$/),
  ])
})

test('changes the secret after a confirmation and shows the new one once', async () => {
  openWebhooks({ webhooks: [webhook] })
  await click(`Change secret ${URL_}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change this secret?' }))
  expect(server.sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Change secret' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Secret')).value).toBe('whsec_new')
  expect(server.sent).toEqual([{ method: 'POST', path: '/api/admin/webhooks/3/secret', body: {} }])
  await click('Done')
  await waitFor(() => expect(screen.queryByDisplayValue('whsec_new')).toBeNull())
})

test('shows why a secret was not changed', async () => {
  openWebhooks({ webhooks: [webhook] })
  server.rejections.push({ status: 409, code: 'TOO_MANY_SECRETS', message: 'The secret was changed 5 times in a day.' })
  await click(`Change secret ${URL_}`)
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Change secret' }))
  expect(await screen.findByText('Failed to change secret')).toBeTruthy()
  expect(screen.getByText('The secret was changed 5 times in a day.')).toBeTruthy()
  expect(screen.queryByLabelText('Secret')).toBeNull()
})

test('shows until when an old secret is valid', async () => {
  openWebhooks({ webhooks: [{ ...webhook, previousSecretUntil: '2026-11-21T03:00:00.000Z' }] })
  expect(await screen.findByText(/^The old secret works until /)).toBeTruthy()
})

test('deletes a webhook after a confirmation', async () => {
  openWebhooks({ webhooks: [webhook] })
  await click(`Delete ${URL_}`)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Its secret and its log go with it/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Delete webhook' }))
  expect(await screen.findByText('Webhook deleted')).toBeTruthy()
  expect(server.sent).toMatchObject([{ method: 'DELETE', path: '/api/admin/webhooks/3' }])
})
