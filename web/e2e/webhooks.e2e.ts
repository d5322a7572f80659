import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { expectToast, test } from './e2e-test.ts'
import { becomeRaceControl } from './people.ts'
import { expectAccessible, expectOneScreenWide, watchErrors } from './quality.ts'

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

const act = async (page: Page, action: string, url: string) => {
  if (isPhone(page)) {
    await page.getByRole('button', { name: `More for ${url}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  } else await page.getByRole('button', { name: `${action} ${url}`, exact: true }).click()
}

/**
 * A receiver of webhooks: accepts the first test and nothing after it. Events of other tests' weekends are not counted.
 */
const startReceiver = async () => {
  const signatures: string[] = []
  const server = createServer(async (request, response) => {
    const isTest = ((await json(request)) as { type: string }).type === 'test'
    if (isTest) signatures.push(String(request.headers['x-purple-sector-signature']))
    response.writeHead(!isTest || signatures.length === 1 ? 204 : 500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/purple-sector`, signatures, close: () => server.close() }
}

test('race control adds a webhook, keeps its secret, tests it, reads its log and deletes it', async ({ page }) => {
  const errors = watchErrors(page)
  const receiver = await startReceiver()
  const { url } = receiver
  await becomeRaceControl(page)
  await page.goto('/admin?tab=reports')
  await page.getByRole('link', { name: 'Open data and webhooks' }).click()

  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByRole('checkbox', { name: /^Results/ }).check()
  await dialog.getByRole('checkbox', { name: /^Locks/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByLabel('Secret')).toHaveValue(/^whsec_[\w-]{43}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Webhooks' })).toContainText(url)
  await expectOneScreenWide(page)
  await expectAccessible(page)

  await act(page, 'Send test', url)
  await expectToast(page, 'Test delivered')
  await act(page, 'Deliveries', url)
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await expectToast(page, 'Test not delivered')
  const log = dialog.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
  await expect(log).toHaveText([/Answered 500\. 1 attempt\.\s*Failed/, /Answered 204\. 1 attempt\.\s*Delivered/])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(receiver.signatures).toEqual(Array(2).fill(expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/)))

  await act(page, 'Change secret', url)
  await dialog.getByRole('button', { name: 'Change secret' }).click()
  await expect(dialog.getByLabel('Secret')).toHaveValue(/^whsec_[\w-]{43}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Webhooks' })).toContainText('The old secret works until')
  await expectOneScreenWide(page)
  await act(page, 'Send test', url)
  await expect.poll(() => receiver.signatures.at(-1)).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)

  await act(page, 'Delete', url)
  await dialog.getByRole('button', { name: 'Delete webhook' }).click()
  await expectToast(page, 'Webhook deleted')
  await expect(page.getByRole('list', { name: 'Webhooks' }).getByText(url)).toHaveCount(0)
  receiver.close()
  expect(errors).toEqual([])
})
