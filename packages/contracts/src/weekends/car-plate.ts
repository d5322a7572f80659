import { z } from 'zod'
import { ofGiven } from '../common.ts'

const PLATE = /^[0-9]{1,3}$/
const AS_THE_DOOR_SHOWS = 'The number is 1 to 3 digits, as the door shows it: 5, 05 or 888'

/** The plate on a car's door, including leading zeros: `05` and `5` are two cars (docs/rules.md, Cars). */
export const plateSchema = z.string().regex(PLATE)

/** A plate in a request: text keeps its zeros, a JSON number becomes its decimal. */
export const plateInput = z.union(
  [
    z.string().trim().regex(PLATE, AS_THE_DOOR_SHOWS),
    z.int(AS_THE_DOOR_SHOWS).min(0, AS_THE_DOOR_SHOWS).max(999, AS_THE_DOOR_SHOWS).transform(String),
  ],
  { error: ofGiven(AS_THE_DOOR_SHOWS) },
)

/** Returns the number of a plate, which lists are sorted by. */
export const numberOfPlate = (plate: string): number => Number(plate)
