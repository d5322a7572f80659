/** The owner of a waiting item. */
export type Owner = { address: string; account: string }

type Branch<Item> = { size: number; below: Map<string, Branch<Item>>; items: Item[] }
type Path = readonly [string, string]

/** Items in a tree whose branches take turns on both levels; the first entry of each map is next. */
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

    /** Returns the latest item of the largest branch, the youngest among equals, and the size of that branch. */
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

    /** Removes an item; if it had its turn, its branches move behind all others. */
    remove(path: Path, item: Item, wasServed: boolean): void {
      let at = root
      for (const name of path) {
        const below = at.below.get(name)
        if (!below) return
        below.size--
        if (below.size === 0 || wasServed) at.below.delete(name)
        if (below.size > 0 && wasServed) at.below.set(name, below)
        at = below
      }
      at.items.splice(at.items.indexOf(item), 1)
    },
  }
}

export type FairQueue<Item> = {
  /** Number of waiting items, in total or of one account at one address. */
  size(owner?: Owner): number
  push(owner: Owner, item: Item): void
  /** Removes and returns the next item. */
  shift(): Item | undefined
  /** Removes and returns the latest item of the address or account with most items, the youngest among equals. */
  dropFromLongest(): Item | undefined
}

/**
 * Creates a round-robin queue by IP address and by account, so that neither can starve others.
 * Turns alternate between two orders: by address and within it by account, and by account and within it by address.
 */
export const fairQueue = <Item>(): FairQueue<Item> => {
  type Waiting = { owner: Owner; item: Item }
  const byAddress = { order: rotation<Waiting>(), path: ({ address, account }: Owner): Path => [address, account] }
  const byAccount = { order: rotation<Waiting>(), path: ({ address, account }: Owner): Path => [account, address] }
  let [current, other] = [byAddress, byAccount]
  let size = 0

  const removeItem = (waiting: Waiting | undefined, wasServed: boolean): Item | undefined => {
    if (!waiting) return undefined
    size--
    for (const { order, path } of [byAddress, byAccount]) order.remove(path(waiting.owner), waiting, wasServed)
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
      return removeItem(next, true)
    },
    dropFromLongest: () => {
      const [address, account] = [byAddress.order.longest(), byAccount.order.longest()]
      return removeItem((account.length > address.length ? account : address).last, false)
    },
  }
}
