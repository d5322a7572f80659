import { type APIRequestContext, expect, type Page, request } from '@playwright/test'
import { ADMINISTRATOR } from '@purple-sector/embedded/product-process'

const PASSWORD = 'eight laps to go'

type Reply = { ok(): boolean; status(): number; text(): Promise<string> }

/** The body of a call that must succeed. */
export const json = async <T>(reply: Reply): Promise<T> => {
  const text = await reply.text()
  expect(reply.ok(), `${reply.status()} ${text}`).toBe(true)
  return text === '' ? (undefined as T) : JSON.parse(text)
}

/** Signs in or registers a user without a browser. */
export const signIn = async (baseURL: string | undefined, path: string, data: object): Promise<APIRequestContext> => {
  const context = await request.newContext({ ...(baseURL ? { baseURL } : {}) })
  await json(await context.post(path, { data }))
  return context
}

/** Race control, without a browser. */
export const raceControl = (baseURL: string | undefined): Promise<APIRequestContext> =>
  signIn(baseURL, '/api/auth/login', ADMINISTRATOR)

let count = 0

/** A unique name in letters only: tests that look for digits must not match it. */
export const stamp = (): string =>
  `${Date.now()}${++count}`.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))

/** Registers a new fan, signed in in this browser by the API. Returns their name. */
export const becomeFan = async (page: Page, prefix = 'fan'): Promise<string> => {
  const username = `${prefix}_${stamp()}`
  const data = { email: `${username}@fans.test`, password: PASSWORD, username }
  await json(await page.context().request.post('/api/auth/register', { data }))
  return username
}

/** Signs an existing fan in in this browser. */
export const signInAs = async (page: Page, username: string, baseURL: string | undefined): Promise<void> => {
  const data = { email: `${username}@fans.test`, password: PASSWORD }
  await json(await page.context().request.post(`${baseURL ?? ''}/api/auth/login`, { data }))
}

/** Signs race control in in this browser. */
export const becomeRaceControl = async (page: Page): Promise<void> => {
  await json(await page.context().request.post('/api/auth/login', { data: ADMINISTRATOR }))
}

/** Opens the user menu and logs out. */
export const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /user menu$/ }).click()
  await page.getByRole('link', { name: 'Logout' }).click()
}
