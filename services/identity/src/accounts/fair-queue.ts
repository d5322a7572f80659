/** The owner of a waiting item. */
export type Owner = { address: string; account: string }

type Branch<Item> = { size: number; children: Map<string, Branch<Item>>; items: Item[] }
type Path = readonly [string, string]

/** Items in a tree whose branches take turns on both levels; the first entry of each map is next. */
const rotatingTree = <Item>() => {
  const newBranch = (): Branch<Item> => ({ size: 0, children: new Map(), items: [] })
  const root = newBranch()

  return {
    size: (path: Path): number =>
      path.reduce<Branch<Item> | undefined>((branch, name) => branch?.children.get(name), root)?.size ?? 0,

    push(path: Path, item: Item): void {
      let branch = root
      for (const name of path) {
        const child = branch.children.get(name) ?? newBranch()
        branch.children.set(name, child)
        child.size++
        branch = child
      }
      branch.items.push(item)
    },

    next(): Item | undefined {
      let branch = root
      for (let [first] = branch.children.values(); first; [first] = branch.children.values()) branch = first
      return branch.items[0]
    },

    /** Returns the latest item of the largest branch, the youngest among equals, and the size of that branch. */
    longest(): { length: number; last: Item | undefined } {
      const longestChild = (branch: Branch<Item>) =>
        [...branch.children.values()].reduce<Branch<Item> | undefined>(
          (longest, child) => (longest && longest.size > child.size ? longest : child),
          undefined,
        )
      const outer = longestChild(root)
      const inner = outer && longestChild(outer)
      return { length: outer?.size ?? 0, last: inner?.items.at(-1) }
    },

    /** Removes an item; if it was served, its branches move behind all other branches. */
    remove(path: Path, item: Item, wasServed: boolean): void {
      let branch = root
      for (const name of path) {
        const child = branch.children.get(name)
        if (!child) return
        child.size--
        if (child.size === 0 || wasServed) branch.children.delete(name)
        if (child.size > 0 && wasServed) branch.children.set(name, child)
        branch = child
      }
      branch.items.splice(branch.items.indexOf(item), 1)
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
  removeFromLongest(): Item | undefined
}

/**
 * Creates a round-robin queue by IP address and by account, so that neither can starve others.
 * Turns alternate between two orders: by address and within it by account, and by account and within it by address.
 */
export const fairQueue = <Item>(): FairQueue<Item> => {
  type Waiting = { owner: Owner; item: Item }
  const byAddress = { order: rotatingTree<Waiting>(), path: ({ address, account }: Owner): Path => [address, account] }
  const byAccount = { order: rotatingTree<Waiting>(), path: ({ address, account }: Owner): Path => [account, address] }
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
    removeFromLongest: () => {
      const [address, account] = [byAddress.order.longest(), byAccount.order.longest()]
      return removeItem((account.length > address.length ? account : address).last, false)
    },
  }
}
