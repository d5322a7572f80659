import { describe, expect, test } from 'vitest'
import { arrive, EMPTY, endOf, leave, letGo, newToast, type ToastMessage, type ToastQueue } from './toast-queue.ts'

const saved: ToastMessage = { title: 'Saved', tone: 'green' }
const failed: ToastMessage = { title: 'Failed', tone: 'red' }
const finished = (race: string): ToastMessage => ({
  title: 'Race Results Updated',
  text: `${race} has finished!`,
  tone: 'green',
  isNews: true,
  about: `result of ${race}`,
})
const corrected = (race: string): ToastMessage => ({ ...finished(race), text: `The result of ${race} was corrected` })

/** Toasts that come at their milliseconds, while nobody closes any. */
const queueOf = (...coming: [at: number, message: ToastMessage][]): ToastQueue =>
  coming.reduce((queue, [at, message], index) => arrive(queue, newToast(index + 1, message), at), EMPTY)

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

  test('a failure takes the place of a success at once, and waits before all others', () => {
    expect(seen(queueOf([0, saved], [100, finished('Race 1')], [200, failed]))).toEqual([
      'Failed: 3000',
      'Saved: 4800',
      'Race 1 has finished!: 5000',
    ])
  })

  test('an answer that was read gives way to the next one, whichever they are', () => {
    const tipped: ToastMessage = { title: 'Tip submitted', tone: 'green' }
    expect(seen(queueOf([0, saved], [200, tipped]))).toEqual(['Saved: 3000', 'Tip submitted: 5000'])
    expect(seen(queueOf([0, failed], [200, tipped]))).toEqual(['Failed: 3000', 'Tip submitted: 5000'])
  })

  test('the same answer again is told again, once', () => {
    expect(seen(queueOf([0, failed], [4000, failed]))).toEqual(['Failed: 5000'])
    expect(queueOf([0, failed], [4000, failed]).shown).toMatchObject({ toast: { id: 2 }, since: 4000 })
    expect(seen(queueOf([0, failed], [1, saved], [2, saved]))).toEqual(['Failed: 3000', 'Saved: 5000'])
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
