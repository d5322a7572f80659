/** Whose it is that waits. */
export type Owner = { address: string; account: string }

type Branch<Item> = { size: number; below: Map<string, Branch<Item>>; items: Item[] }
type Path = readonly [string, string]

/** What waits in branches that take turns, and within each in branches that take turns: the first of a map is next. */
const rotation = <Item>() => {
  const branch = (): Branch<Item> => ({ size: 0, below: new Map(), items: [] })
  const root = branch()

  return {
    size: (path: Path): number =>
      path.reduce<Branch<Item> | undefined>((at, name) => at?.below.get(name), root)?.size ?? 0,

    push(path: Path, item: Item): void {
      let at = root
      for (const name of path) {
        const below = at.below.get(name) ?? branch()
        at.below.set(name, below)
        below.size++
        at = below
      }
      at.items.push(item)
    },

    next(): Item | undefined {
      let at = root
      for (let [first] = at.below.values(); first; [first] = at.below.values()) at = first
      return at.items[0]
    },

    /** What came last of whoever has most waiting, the youngest of equals, and how many they have. */
    longest(): { length: number; last: Item | undefined } {
      const longestOf = (from: Branch<Item>) =>
        [...from.below.values()].reduce<Branch<Item> | undefined>(
          (longest, each) => (longest && longest.size > each.size ? longest : each),
          undefined,
        )
      const outer = longestOf(root)
      const inner = outer && longestOf(outer)
      return { length: outer?.size ?? 0, last: inner?.items.at(-1) }
    },

    /** Takes something out; where it had its turn, all others come before the next of the same. */
    remove(path: Path, item: Item, hadItsTurn: boolean): void {
      let at = root
      for (const name of path) {
        const below = at.below.get(name)
        if (!below) return
        below.size--
        if (below.size === 0 || hadItsTurn) at.below.delete(name)
        if (below.size > 0 && hadItsTurn) at.below.set(name, below)
        at = below
      }
      at.items.splice(at.items.indexOf(item), 1)
    },
  }
}

export type FairQueue<Item> = {
  /** How many wait, of all or of one account at one address. */
  size(owner?: Owner): number
  push(owner: Owner, item: Item): void
  /** Takes the next. */
  shift(): Item | undefined
  /** Takes the last of the address or of the account that has most waiting, the youngest of equals. */
  dropFromLongest(): Item | undefined
}

/**
 * What waits, in fair turns: by address, and at an address by account; every other time by account, and of an account by
 * address. So neither many accounts at one address nor many addresses at one account come before the one of another.
 */
export const fairQueue = <Item>(): FairQueue<Item> => {
  type Waiting = { owner: Owner; item: Item }
  const byAddress = { order: rotation<Waiting>(), path: ({ address, account }: Owner): Path => [address, account] }
  const byAccount = { order: rotation<Waiting>(), path: ({ address, account }: Owner): Path => [account, address] }
  let [current, other] = [byAddress, byAccount]
  let size = 0

  const take = (waiting: Waiting | undefined, hadItsTurn: boolean): Item | undefined => {
    if (!waiting) return undefined
    size--
    for (const { order, path } of [byAddress, byAccount]) order.remove(path(waiting.owner), waiting, hadItsTurn)
    return waiting.item
  }

  return {
    size: (owner) => (owner ? byAddress.order.size(byAddress.path(owner)) : size),
    push: (owner, item) => {
      size++
      const waiting = { owner, item }
      for (const { order, path } of [byAddress, byAccount]) order.push(path(owner), waiting)
    },
    shift: () => {
      const next = current.order.next()
      ;[current, other] = [other, current]
      return take(next, true)
    },
    dropFromLongest: () => {
      const [address, account] = [byAddress.order.longest(), byAccount.order.longest()]
      return take((account.length > address.length ? account : address).last, false)
    },
  }
}
