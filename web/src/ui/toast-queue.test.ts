import { describe, expect, test } from 'vitest'
import {
  addToast,
  EMPTY,
  endOf,
  newToast,
  removeShown,
  restartTime,
  type ToastMessage,
  type ToastQueue,
} from './toast-queue.ts'

const saved: ToastMessage = { title: 'Saved', tone: 'green' }
const failed: ToastMessage = { title: 'Failed', tone: 'red' }
const finished = (race: string): ToastMessage => ({
  title: 'Race Results Updated',
  text: `${race} has finished!`,
  tone: 'green',
  isNotification: true,
  about: `result of ${race}`,
})
const corrected = (race: string): ToastMessage => ({ ...finished(race), text: `The result of ${race} was corrected` })

/** Toasts that arrive at their milliseconds, while the user closes none. */
const queueOf = (...added: [at: number, message: ToastMessage][]): ToastQueue =>
  added.reduce((queue, [at, message], index) => addToast(queue, newToast(index + 1, message, at), at), EMPTY)

/** What a user sees until nothing is left: the text of each toast, and how long it stays. */
const history = (queue: ToastQueue): string[] => {
  const end = endOf(queue)
  if (!queue.shown || end === undefined) return []
  const { toast, since } = queue.shown
  const more = toast.more > 0 ? ` and ${toast.more} more` : ''
  return [`${toast.text ?? toast.title}${more}: ${end - since}`, ...history(removeShown(queue, end))]
}

describe('the toast queue', () => {
  test('shows a toast for five seconds, or for its own duration', () => {
    expect(history(queueOf([0, saved]))).toEqual(['Saved: 5000'])
    expect(history(queueOf([0, { ...saved, durationMs: 9000 }]))).toEqual(['Saved: 9000'])
  })

  test('lets a notification wait for answers without shortening them', () => {
    expect(history(queueOf([0, saved], [100, finished('Race 1')]))).toEqual([
      'Saved: 5000',
      'Race 1 has finished!: 5000',
    ])
  })

  test('shows notifications one after another, each in full', () => {
    expect(history(queueOf([0, finished('Race 1')], [1, finished('Race 2')], [2, finished('Race 3')]))).toEqual([
      'Race 1 has finished!: 5000',
      'Race 2 has finished!: 5000',
      'Race 3 has finished!: 5000',
    ])
  })

  test('replaces a notification by an answer at once, and shows it again for the rest of its time', () => {
    expect(history(queueOf([0, finished('Race 1')], [1500, saved]))).toEqual([
      'Saved: 5000',
      'Race 1 has finished!: 3500',
    ])
  })

  test('shows an interrupted toast long enough to be read, before others of its kind', () => {
    expect(history(queueOf([0, finished('Race 1')], [10, finished('Race 2')], [4900, saved]))).toEqual([
      'Saved: 5000',
      'Race 1 has finished!: 3000',
      'Race 2 has finished!: 5000',
    ])
  })

  test('replaces an older success by an answer to a newer action at once, and notifications follow', () => {
    const tipped: ToastMessage = { title: 'Tip submitted', tone: 'green' }
    expect(history(queueOf([0, saved], [200, tipped]))).toEqual(['Tip submitted: 5000'])
    expect(history(queueOf([0, saved], [100, finished('Race 1')], [200, failed]))).toEqual([
      'Failed: 5000',
      'Race 1 has finished!: 5000',
    ])
  })

  test('lets a success of an older action wait, and drops it where a newer one is about the same thing', () => {
    const paused: ToastMessage = { title: 'Paused', tone: 'green', about: 'timing', actedAt: 0 }
    const resumed: ToastMessage = { title: 'Resumed', tone: 'green', about: 'timing', actedAt: 100 }
    expect(history(queueOf([200, resumed], [300, paused]))).toEqual(['Resumed: 5000'])
    expect(history(queueOf([200, resumed], [300, { ...saved, actedAt: 50 }]))).toEqual(['Resumed: 3000', 'Saved: 5000'])
  })

  test('removes a failure at once when a newer action on the same thing is answered', () => {
    const rejectedToast: ToastMessage = { ...failed, about: 'profile' }
    const doneToast: ToastMessage = { ...saved, about: 'profile' }
    expect(history(queueOf([0, rejectedToast], [200, doneToast]))).toEqual(['Saved: 5000'])
    expect(history(queueOf([0, rejectedToast], [200, { ...failed, title: 'Failed again', about: 'profile' }]))).toEqual(
      ['Failed again: 5000'],
    )
  })

  test('lets a failure about something else give way to a newer action at once, and shows it again unless it was read', () => {
    const rejectedToast: ToastMessage = { ...failed, about: 'profile' }
    const doneToast: ToastMessage = { ...saved, about: 'theme' }
    expect(history(queueOf([0, rejectedToast], [200, doneToast]))).toEqual(['Saved: 3000', 'Failed: 4800'])
    expect(history(queueOf([0, rejectedToast], [3200, doneToast]))).toEqual(['Saved: 5000'])
  })

  test('keeps a failure until it was read when the action before it is answered', () => {
    const rejectedToast: ToastMessage = { ...failed, about: 'members' }
    const doneToast: ToastMessage = { ...saved, about: 'members', actedAt: 50 }
    expect(history(queueOf([100, rejectedToast], [200, doneToast]))).toEqual(['Failed: 3000', 'Saved: 5000'])
  })

  test('shows the same answer again, once', () => {
    expect(history(queueOf([0, failed], [4000, failed]))).toEqual(['Failed: 5000'])
    expect(queueOf([0, failed], [4000, failed]).shown).toMatchObject({ toast: { id: 2 }, since: 4000 })
  })

  test('shows the same notification once', () => {
    expect(history(queueOf([0, finished('Race 1')], [4000, finished('Race 1')]))).toEqual([
      'Race 1 has finished!: 5000',
    ])
  })

  test('shows only the newest of waiting notifications about one thing', () => {
    expect(
      history(queueOf([0, saved], [1, finished('Race 1')], [2, finished('Race 2')], [3, corrected('Race 1')])),
    ).toEqual(['Saved: 5000', 'Race 2 has finished!: 5000', 'The result of Race 1 was corrected: 5000'])
  })

  test('keeps at most four of a kind waiting, the last of which stands for the others', () => {
    const races = [1, 2, 3, 4, 5, 6, 7].map((race): [number, ToastMessage] => [race, finished(`Race ${race}`)])
    expect(history(queueOf([0, saved], ...races))).toEqual([
      'Saved: 5000',
      'Race 1 has finished!: 5000',
      'Race 2 has finished!: 5000',
      'Race 3 has finished!: 5000',
      'Race 7 has finished! and 3 more: 5000',
    ])
  })

  test('keeps the count of omitted toasts when a newer notification of the same thing takes its place', () => {
    const races = [1, 2, 3, 4, 5].map((race): [number, ToastMessage] => [race, finished(`Race ${race}`)])
    expect(history(queueOf([0, saved], ...races, [9, corrected('Race 5')])).at(-1)).toBe(
      'The result of Race 5 was corrected and 1 more: 5000',
    )
  })

  test('gives a hovered toast its full time again', () => {
    expect(endOf(restartTime(queueOf([0, saved]), 60_000))).toBe(65_000)
    expect(restartTime(EMPTY, 60_000)).toBe(EMPTY)
  })

  test('empties the queue when the last toast goes', () => {
    expect(removeShown(queueOf([0, saved]), 5000)).toEqual(EMPTY)
    expect(endOf(EMPTY)).toBeUndefined()
  })
})
