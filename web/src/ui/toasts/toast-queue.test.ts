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
const finishedNotification = (race: string): ToastMessage => ({
  title: 'Race Results Updated',
  text: `${race} has finished!`,
  tone: 'green',
  isNotification: true,
  about: `result of ${race}`,
})
const correctedNotification = (race: string): ToastMessage => ({
  ...finishedNotification(race),
  text: `The result of ${race} was corrected`,
})

/** Creates a queue to which toasts were added at their times in ms, while the user closed none. */
const queueOf = (...added: [at: number, message: ToastMessage][]): ToastQueue =>
  added.reduce((queue, [at, message], index) => addToast(queue, newToast(index + 1, message, at), at), EMPTY)

/** Returns what a user sees until the queue is empty: the text of each toast, and its time on screen in ms. */
const timeline = (queue: ToastQueue): string[] => {
  const end = endOf(queue)
  if (!queue.shown || end === undefined) return []
  const { toast, since } = queue.shown
  const more = toast.more > 0 ? ` and ${toast.more} more` : ''
  return [`${toast.text ?? toast.title}${more}: ${end - since}`, ...timeline(removeShown(queue, end))]
}

describe('the toast queue', () => {
  test('shows a toast for five seconds, or for its own duration', () => {
    expect(timeline(queueOf([0, saved]))).toEqual(['Saved: 5000'])
    expect(timeline(queueOf([0, { ...saved, durationMs: 9000 }]))).toEqual(['Saved: 9000'])
  })

  test('shows a notification after an outcome, without shortening the outcome', () => {
    expect(timeline(queueOf([0, saved], [100, finishedNotification('Race 1')]))).toEqual([
      'Saved: 5000',
      'Race 1 has finished!: 5000',
    ])
  })

  test('shows notifications one after another, each for its full time', () => {
    expect(
      timeline(
        queueOf(
          [0, finishedNotification('Race 1')],
          [1, finishedNotification('Race 2')],
          [2, finishedNotification('Race 3')],
        ),
      ),
    ).toEqual(['Race 1 has finished!: 5000', 'Race 2 has finished!: 5000', 'Race 3 has finished!: 5000'])
  })

  test('interrupts a notification by an outcome, and then shows it for its remaining time', () => {
    expect(timeline(queueOf([0, finishedNotification('Race 1')], [1500, saved]))).toEqual([
      'Saved: 5000',
      'Race 1 has finished!: 3500',
    ])
  })

  test('shows an interrupted notification for at least three seconds, before other notifications', () => {
    expect(
      timeline(queueOf([0, finishedNotification('Race 1')], [10, finishedNotification('Race 2')], [4900, saved])),
    ).toEqual(['Saved: 5000', 'Race 1 has finished!: 3000', 'Race 2 has finished!: 5000'])
  })

  test('replaces a success at once by the outcome of a newer action, and shows notifications afterwards', () => {
    const tipped: ToastMessage = { title: 'Tip submitted', tone: 'green' }
    expect(timeline(queueOf([0, saved], [200, tipped]))).toEqual(['Tip submitted: 5000'])
    expect(timeline(queueOf([0, saved], [100, finishedNotification('Race 1')], [200, failed]))).toEqual([
      'Failed: 5000',
      'Race 1 has finished!: 5000',
    ])
  })

  test('shows a success of an older action later, and drops it if a newer success is about the same subject', () => {
    const paused: ToastMessage = { title: 'Paused', tone: 'green', about: 'timing', actedAt: 0 }
    const resumed: ToastMessage = { title: 'Resumed', tone: 'green', about: 'timing', actedAt: 100 }
    expect(timeline(queueOf([200, resumed], [300, paused]))).toEqual(['Resumed: 5000'])
    expect(timeline(queueOf([200, resumed], [300, { ...saved, actedAt: 50 }]))).toEqual([
      'Resumed: 3000',
      'Saved: 5000',
    ])
  })

  test('replaces a failure at once by the outcome of a newer action on the same subject', () => {
    const rejectedToast: ToastMessage = { ...failed, about: 'profile' }
    const doneToast: ToastMessage = { ...saved, about: 'profile' }
    expect(timeline(queueOf([0, rejectedToast], [200, doneToast]))).toEqual(['Saved: 5000'])
    expect(
      timeline(queueOf([0, rejectedToast], [200, { ...failed, title: 'Failed again', about: 'profile' }])),
    ).toEqual(['Failed again: 5000'])
  })

  test('interrupts a failure by the outcome of a newer action on another subject, and shows it again unless it was read', () => {
    const rejectedToast: ToastMessage = { ...failed, about: 'profile' }
    const doneToast: ToastMessage = { ...saved, about: 'theme' }
    expect(timeline(queueOf([0, rejectedToast], [200, doneToast]))).toEqual(['Saved: 3000', 'Failed: 4800'])
    expect(timeline(queueOf([0, rejectedToast], [3200, doneToast]))).toEqual(['Saved: 5000'])
  })

  test('shows a failure for three seconds before the outcome of an older action', () => {
    const rejectedToast: ToastMessage = { ...failed, about: 'members' }
    const doneToast: ToastMessage = { ...saved, about: 'members', actedAt: 50 }
    expect(timeline(queueOf([100, rejectedToast], [200, doneToast]))).toEqual(['Failed: 3000', 'Saved: 5000'])
  })

  test('restarts the time of an outcome that is repeated, and shows it once', () => {
    expect(timeline(queueOf([0, failed], [4000, failed]))).toEqual(['Failed: 5000'])
    expect(queueOf([0, failed], [4000, failed]).shown).toMatchObject({ toast: { id: 2 }, since: 4000 })
  })

  test('shows a repeated notification once, for its original time', () => {
    expect(timeline(queueOf([0, finishedNotification('Race 1')], [4000, finishedNotification('Race 1')]))).toEqual([
      'Race 1 has finished!: 5000',
    ])
  })

  test('shows only the newest of the waiting notifications about one subject', () => {
    expect(
      timeline(
        queueOf(
          [0, saved],
          [1, finishedNotification('Race 1')],
          [2, finishedNotification('Race 2')],
          [3, correctedNotification('Race 1')],
        ),
      ),
    ).toEqual(['Saved: 5000', 'Race 2 has finished!: 5000', 'The result of Race 1 was corrected: 5000'])
  })

  test('keeps at most four notifications waiting, of which the last one counts the omitted ones', () => {
    const races = [1, 2, 3, 4, 5, 6, 7].map((race): [number, ToastMessage] => [
      race,
      finishedNotification(`Race ${race}`),
    ])
    expect(timeline(queueOf([0, saved], ...races))).toEqual([
      'Saved: 5000',
      'Race 1 has finished!: 5000',
      'Race 2 has finished!: 5000',
      'Race 3 has finished!: 5000',
      'Race 7 has finished! and 3 more: 5000',
    ])
  })

  test('keeps the count of omitted toasts when a newer notification replaces the one that counts them', () => {
    const races = [1, 2, 3, 4, 5].map((race): [number, ToastMessage] => [race, finishedNotification(`Race ${race}`)])
    expect(timeline(queueOf([0, saved], ...races, [9, correctedNotification('Race 5')])).at(-1)).toBe(
      'The result of Race 5 was corrected and 1 more: 5000',
    )
  })

  test('restarts the time of the shown toast, and changes nothing in an empty queue', () => {
    expect(endOf(restartTime(queueOf([0, saved]), 60_000))).toBe(65_000)
    expect(restartTime(EMPTY, 60_000)).toBe(EMPTY)
  })

  test('is empty once the last toast is removed', () => {
    expect(removeShown(queueOf([0, saved]), 5000)).toEqual(EMPTY)
    expect(endOf(EMPTY)).toBeUndefined()
  })
})
