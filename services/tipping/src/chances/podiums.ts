/** Returns the number of ordered podiums of so many cars. */
export const podiumCount = (cars: number): number => cars * (cars - 1) * (cars - 2)

/** Returns the index of a podium, as fields store them. */
export const podiumIndex = (cars: number, first: number, second: number, third: number): number => {
  const secondLeft = second - Number(second > first)
  const thirdLeft = third - Number(third > first) - Number(third > second)
  return (first * (cars - 1) + secondLeft) * (cars - 2) + thirdLeft
}

/** Visits every ordered podium with this winner, in the order of their indexes. */
export const visitPodiums = (
  cars: number,
  first: number,
  visit: (second: number, third: number, index: number) => void,
): void => {
  let index = first * (cars - 1) * (cars - 2)
  for (let second = 0; second < cars; second += 1) {
    if (second === first) continue
    for (let third = 0; third < cars; third += 1) {
      if (third === first || third === second) continue
      visit(second, third, index)
      index += 1
    }
  }
}

/** Visits every ordered podium, in the order of their indexes. */
export const visitAllPodiums = (
  cars: number,
  visit: (first: number, second: number, third: number, index: number) => void,
): void => {
  for (let first = 0; first < cars; first += 1)
    visitPodiums(cars, first, (second, third, index) => visit(first, second, third, index))
}
