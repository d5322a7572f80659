import { describe, expect, test } from 'vitest'
import { arrive, EMPTY, endOf, leave, letGo, newToast, type ToastMessage, type ToastQueue } from './toast-queue.ts'

const saved: ToastMessage = { title: 'Saved', tone: 'green' }
const failed: ToastMessage = { title: 'Failed', tone: 'red' }
const finished = (race: string): ToastMessage => ({
  title: 'Race Results Updated',
  text: `${race} has finished!`,
  tone: 'green',
  isNotifiable: true,
  about: `result of ${race}`,
})
const corrected = (race: string): ToastMessage => ({ ...finished(race), text: `The result of ${race} was corrected` })

/** Toasts that come at their milliseconds, while nobody closes any. */
const queueOf = (...coming: [at: number, message: ToastMessage][]): ToastQueue =>
  coming.reduce((queue, [at, message], index) => arrive(queue, newToast(index + 1, message, at), at), EMPTY)

/** What people see until nothing is left: what each toast says, and how long it stays. */
const seen = (queue: ToastQueue): string[] => {
  const end = endOf(queue)
  if (!queue.shown || end === undefined) return []
  const { toast, since } = queue.shown
  const more = toast.more > 0 ? ` and ${toast.more} more` : ''
  return [`${toast.text ?? toast.title}${more}: ${end - since}`, ...seen(leave(queue, end))]
}

describe('the toasts of an app', () => {
  test('are shown for five seconds, or as long as they ask for', () => {
    expect(seen(queueOf([0, saved]))).toEqual(['Saved: 5000'])
    expect(seen(queueOf([0, { ...saved, durationMs: 9000 }]))).toEqual(['Saved: 9000'])
  })

  test('news wait for answers, which they do not hurry', () => {
    expect(seen(queueOf([0, saved], [100, finished('Race 1')]))).toEqual(['Saved: 5000', 'Race 1 has finished!: 5000'])
  })

  test('news wait for each other, each in full and in their order', () => {
    expect(seen(queueOf([0, finished('Race 1')], [1, finished('Race 2')], [2, finished('Race 3')]))).toEqual([
      'Race 1 has finished!: 5000',
      'Race 2 has finished!: 5000',
      'Race 3 has finished!: 5000',
    ])
  })

  test('an answer takes the place of news at once, and they come back for the rest of their time', () => {
    expect(seen(queueOf([0, finished('Race 1')], [1500, saved]))).toEqual(['Saved: 5000', 'Race 1 has finished!: 3500'])
  })

  test('what comes back stays long enough to be read, before others of its kind', () => {
    expect(seen(queueOf([0, finished('Race 1')], [10, finished('Race 2')], [4900, saved]))).toEqual([
      'Saved: 5000',
      'Race 1 has finished!: 3000',
      'Race 2 has finished!: 5000',
    ])
  })

  test('an answer to a newer action replaces an older success at once, and news come after it', () => {
    const tipped: ToastMessage = { title: 'Tip submitted', tone: 'green' }
    expect(seen(queueOf([0, saved], [200, tipped]))).toEqual(['Tip submitted: 5000'])
    expect(seen(queueOf([0, saved], [100, finished('Race 1')], [200, failed]))).toEqual([
      'Failed: 5000',
      'Race 1 has finished!: 5000',
    ])
  })

  test('a success that answers an older action waits, and is dropped where the newer one was about the same thing', () => {
    const paused: ToastMessage = { title: 'Paused', tone: 'green', about: 'timing', actedAt: 0 }
    const resumed: ToastMessage = { title: 'Resumed', tone: 'green', about: 'timing', actedAt: 100 }
    expect(seen(queueOf([200, resumed], [300, paused]))).toEqual(['Resumed: 5000'])
    expect(seen(queueOf([200, resumed], [300, { ...saved, actedAt: 50 }]))).toEqual(['Resumed: 3000', 'Saved: 5000'])
  })

  test('a failure goes at once when a newer action on the same thing is answered', () => {
    const refused: ToastMessage = { ...failed, about: 'profile' }
    const done: ToastMessage = { ...saved, about: 'profile' }
    expect(seen(queueOf([0, refused], [200, done]))).toEqual(['Saved: 5000'])
    expect(seen(queueOf([0, refused], [200, { ...failed, title: 'Failed again', about: 'profile' }]))).toEqual([
      'Failed again: 5000',
    ])
  })

  test('a failure of something else gives way at once to a newer action, and comes back unless it was read', () => {
    const refused: ToastMessage = { ...failed, about: 'profile' }
    const done: ToastMessage = { ...saved, about: 'theme' }
    expect(seen(queueOf([0, refused], [200, done]))).toEqual(['Saved: 3000', 'Failed: 4800'])
    expect(seen(queueOf([0, refused], [3200, done]))).toEqual(['Saved: 5000'])
  })

  test('a failure stays until it was read for what the user did before it came', () => {
    const refused: ToastMessage = { ...failed, about: 'members' }
    const done: ToastMessage = { ...saved, about: 'members', actedAt: 50 }
    expect(seen(queueOf([100, refused], [200, done]))).toEqual(['Failed: 3000', 'Saved: 5000'])
  })

  test('the same answer again is told again, once', () => {
    expect(seen(queueOf([0, failed], [4000, failed]))).toEqual(['Failed: 5000'])
    expect(queueOf([0, failed], [4000, failed]).shown).toMatchObject({ toast: { id: 2 }, since: 4000 })
  })

  test('the same news are told once', () => {
    expect(seen(queueOf([0, finished('Race 1')], [4000, finished('Race 1')]))).toEqual(['Race 1 has finished!: 5000'])
  })

  test('of news of one thing that wait only the newest are told', () => {
    expect(
      seen(queueOf([0, saved], [1, finished('Race 1')], [2, finished('Race 2')], [3, corrected('Race 1')])),
    ).toEqual(['Saved: 5000', 'Race 2 has finished!: 5000', 'The result of Race 1 was corrected: 5000'])
  })

  test('at most four of a kind wait: the last of them speaks for those that are left out', () => {
    const races = [1, 2, 3, 4, 5, 6, 7].map((race): [number, ToastMessage] => [race, finished(`Race ${race}`)])
    expect(seen(queueOf([0, saved], ...races))).toEqual([
      'Saved: 5000',
      'Race 1 has finished!: 5000',
      'Race 2 has finished!: 5000',
      'Race 3 has finished!: 5000',
      'Race 7 has finished! and 3 more: 5000',
    ])
  })

  test('who speaks for others still does so when newer news of the same thing take its place', () => {
    const races = [1, 2, 3, 4, 5].map((race): [number, ToastMessage] => [race, finished(`Race ${race}`)])
    expect(seen(queueOf([0, saved], ...races, [9, corrected('Race 5')])).at(-1)).toBe(
      'The result of Race 5 was corrected and 1 more: 5000',
    )
  })

  test('one that was held has its time again', () => {
    expect(endOf(letGo(queueOf([0, saved]), 60_000))).toBe(65_000)
    expect(letGo(EMPTY, 60_000)).toBe(EMPTY)
  })

  test('nothing is left when the last one goes', () => {
    expect(leave(queueOf([0, saved]), 5000)).toEqual(EMPTY)
    expect(endOf(EMPTY)).toBeUndefined()
  })
})
