import { enter, type Person, type Screen } from '@purple-sector/testing/group-weekend/person'
import type { ProductProcess } from '../product-process.ts'

/** Somebody who plays, with an open screen. */
export type Fan = Person & { screen: Screen }

/** Makes somebody of that name an account, and opens a screen of theirs. */
export const joinAsFan = async ({ url }: ProductProcess, username: string): Promise<Fan> => {
  const credentials = { email: `${username}@example.org`, password: 'the flag is green', username }
  const person = await enter({ calls: url, sockets: url }, '/api/auth/register', credentials)
  return { ...person, screen: await person.open() }
}
