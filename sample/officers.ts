import type { GeopoliticalZone } from '../contract/vocabulary.ts'

/** Account officers beside the six who hold the roles: each with a corner of the country. */
export const OFFICERS: readonly {
  code: string
  firstName: string
  lastName: string
  email: string
  phone: string
  zones: readonly GeopoliticalZone[]
}[] = [
  { code: 'AO-021', firstName: 'Chinonso', lastName: 'Umeh', email: 'chinonso@iroko.test', phone: '08030000021', zones: ['South East'] },
  { code: 'AO-022', firstName: 'Boma', lastName: 'Wokoma', email: 'boma@iroko.test', phone: '08030000022', zones: ['South South'] },
  { code: 'AO-031', firstName: 'Yewande', lastName: 'Alao', email: 'yewande@iroko.test', phone: '08030000031', zones: ['South West'] },
  { code: 'AO-032', firstName: 'Tosin', lastName: 'Bakare', email: 'tosin@iroko.test', phone: '08030000032', zones: ['South West'] },
  { code: 'AO-041', firstName: 'Maimuna', lastName: 'Sarki', email: 'maimuna@iroko.test', phone: '08030000041', zones: ['North West'] },
  { code: 'AO-042', firstName: 'Aminu', lastName: 'Dogara', email: 'aminu@iroko.test', phone: '08030000042', zones: ['North East', 'North West'] },
  { code: 'AO-051', firstName: 'Doosuur', lastName: 'Agba', email: 'doosuur@iroko.test', phone: '08030000051', zones: ['North Central'] },
] // biome-ignore format: one person a line

/** Officers and the places of their customers. The Admin has some too: one user with a role has a portfolio to show. */
export const PORTFOLIOS: readonly { code: string; zones: readonly GeopoliticalZone[] }[] = [
  ...OFFICERS,
  { code: 'AO-014', zones: ['South West'] },
]
