import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Connection, Slot } from './connection.ts'
import { createRoom, type Room, type SharedSlot } from './room.ts'

const none: Slot = { frame: () => undefined }

/** A connection as a room sees it. */
const aMember = (room: Room, own: Slot = none) => {
  const got: string[] = []
  const owed: Slot[] = []
  const state = { isCongested: false }
  const connection = {
    get isCongested() {
      return state.isCongested
    },
    write: (frame: Buffer) => got.push(frame.toString()),
    writeBoth: (first: Buffer, second: Buffer) => got.push(first.toString(), second.toString()),
    owe: (slot: Slot) => owed.push(slot),
    offer: (slot: Slot) => got.push(String(slot.frame())),
    insist: (frame: Buffer) => got.push(frame.toString()),
  } as unknown as Connection
  room.join({ connection, own })
  return { got, owed, state }
}

const aSlot = (name: string) => {
  let value = 0
  const slot: SharedSlot = {
    news: (seq) => Buffer.from(`${name} ${value} #${seq}`),
    frame: () => Buffer.from(`${name} ${value}`),
  }
  return { slot, set: (next: number) => (value = next) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a room', () => {
  test('tells the first change at once and then the latest, once a tick', () => {
    const room = createRoom()
    const { got } = aMember(room)
    const board = aSlot('board')
    const change = (value: number) => {
      board.set(value)
      room.touch(board.slot)
    }
    change(1)
    vi.advanceTimersByTime(1)
    expect(got).toEqual(['board 1 #1'])
    for (let value = 2; value < 10; value++) change(value)
    vi.advanceTimersByTime(240)
    expect(got).toHaveLength(1)
    vi.advanceTimersByTime(10)
    expect(got).toEqual(['board 1 #1', 'board 9 #2'])
    vi.advanceTimersByTime(1_000)
    change(10)
    vi.advanceTimersByTime(1)
    expect(got).toHaveLength(3)
  })

  test('sends several changes as one write, and with them what is the user’s own', () => {
    const room = createRoom()
    const own: Slot = { frame: () => Buffer.from('mine') }
    const [with1, without] = [aMember(room, own), aMember(room)]
    const [board, race] = [aSlot('board'), aSlot('race')]
    room.touch(board.slot)
    room.touch(race.slot)
    room.touchOwn(own)
    vi.advanceTimersByTime(1)
    expect(without.got).toEqual(['board 0 #1race 0 #2'])
    expect(with1.got).toEqual(['board 0 #1race 0 #2', 'mine'])
  })

  test('leaves out the congested, who owe nothing to ticks but the state', () => {
    const room = createRoom()
    const own: Slot = { frame: () => Buffer.from('mine') }
    const slow = aMember(room, own)
    slow.state.isCongested = true
    const board = aSlot('board')
    room.touch(board.slot)
    room.touchOwn(own)
    vi.advanceTimersByTime(1)
    expect(slow.got).toEqual([])
    expect(slow.owed).toEqual([board.slot, own])
  })

  test('announces at once, numbered with everything else', () => {
    const room = createRoom()
    const { got } = aMember(room)
    const board = aSlot('board')
    room.touch(board.slot)
    vi.advanceTimersByTime(1)
    room.announce((seq) => Buffer.from(`result #${seq}`))
    expect(got).toEqual(['board 0 #1', 'result #2'])
  })

  test('tells nothing to those who have left', () => {
    const room = createRoom()
    const { got } = aMember(room)
    const board = aSlot('board')
    room.touch(board.slot)
    for (const seat of room.members) room.leave(seat)
    vi.advanceTimersByTime(1)
    expect(got).toEqual([])
  })
})
