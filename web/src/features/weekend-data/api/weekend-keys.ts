export const weekendsKey = ['/api/weekends'] as const

export const racesKey = (weekendId: number) => ['/api/weekends', weekendId, 'races'] as const

export const productRacesKey = (weekendId: number) => ['/api/weekends', weekendId, 'purple-sector-races'] as const

/** Prefix of the keys of every race's cars. */
export const carsKey = ['/api/cars'] as const
