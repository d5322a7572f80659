import { enter, type Person } from '@purple-sector/testing/group-weekend/person'
import type { TestSocket } from '@purple-sector/testing/test-socket'
import { ADMINISTRATOR, type ProductProcess } from './product-process.ts'

/** A signed-in fan with an open screen. */
export type Fan = Person & { screen: TestSocket }

const productUrlsOf = ({ url }: ProductProcess) => ({ calls: url, sockets: url })

/** Signs in as the administrator of the tests. */
export const signInAsAdministrator = (product: ProductProcess): Promise<Person> =>
  enter(productUrlsOf(product), '/api/auth/login', ADMINISTRATOR)

/** Registers an account with this name. */
export const register = (product: ProductProcess, username: string): Promise<Person> =>
  enter(productUrlsOf(product), '/api/auth/register', {
    email: `${username}@example.org`,
    password: 'the flag is green',
    username,
  })

/** Registers an account with this name and opens a screen of its fan. */
export const joinAsFan = async (product: ProductProcess, username: string): Promise<Fan> => {
  const person = await register(product, username)
  return { ...person, screen: await person.open() }
}
