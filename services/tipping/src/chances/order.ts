/** The values that a leaderboard is ordered by, most important first; the higher value is ahead. */
export type Order = readonly number[]

/** Compares two orders of one leaderboard: negative if `a` is behind `b`, 0 if they share a position. */
export const compareOrders = (a: Order, b: Order): number => {
  for (let index = 0; index < a.length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns the three best of these orders, best first; equal ones count each. */
export const bestThree = <Any extends Order>(orders: readonly Any[]): Any[] => {
  const best: Any[] = []
  for (const order of orders) {
    const index = best.findIndex((other) => compareOrders(order, other) > 0)
    if (index >= 0) best.splice(index, 0, order)
    else if (best.length < 3) best.push(order)
    if (best.length > 3) best.pop()
  }
  return best
}

/** Returns the orders sorted, without duplicates, the last one best. */
export const sortedOrders = (orders: readonly Order[]): Order[] =>
  orders
    .toSorted(compareOrders)
    .filter((order, index, all) => index === 0 || compareOrders(order, all[index - 1]!) !== 0)

/** Returns the index of the last of `sorted` that is not ahead of `order`; -1 if all are. */
export const rankOf = (sorted: readonly Order[], order: Order): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareOrders(sorted[middle]!, order) <= 0) low = middle + 1
    else high = middle
  }
  return low - 1
}
