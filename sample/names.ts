/** Names, employers and places of the sample lender: believable and fictitious. */

export const SURNAMES = [
  'Adebayo', 'Okonkwo', 'Abubakar', 'Eze', 'Balogun', 'Ibrahim', 'Nwachukwu', 'Oyelaran', 'Musa', 'Effiong', 'Tersoo',
  'Ogunbiyi', 'Danladi', 'Chukwuma', 'Yusuf', 'Akpan', 'Fashola', 'Onyekachi', 'Lawal', 'Briggs', 'Gambo', 'Adeleke',
  'Uzoma', 'Sani', 'Ekpo', 'Olatunji', 'Bature', 'Iwu', 'Oluwole', 'Hassan',
] // biome-ignore format: a list of names

export const FIRST_NAMES = {
  women: [
    'Adaeze',
    'Folasade',
    'Hauwa',
    'Ngozi',
    'Temitope',
    'Amina',
    'Chioma',
    'Ifeoma',
    'Zainab',
    'Bisola',
    'Eno',
  ],
  men: ['Chinedu', 'Tunde', 'Aliyu', 'Emeka', 'Segun', 'Bashir', 'Obinna', 'Kunle', 'Terna', 'Uche', 'Sadiq'],
}

export const MDAS = [
  'Federal Ministry of Health',
  'Federal Ministry of Education',
  'Nigeria Police Force',
  'Nigeria Immigration Service',
  'Federal Road Safety Corps',
  'National Bureau of Statistics',
  'Federal Inland Revenue Service',
  'Nigerian Correctional Service',
  'Federal Ministry of Works',
  'National Orientation Agency',
]

export const LGAS = [
  'Ikeja',
  'Gwagwalada',
  'Enugu North',
  'Kano Municipal',
  'Obio-Akpor',
  'Ibadan North',
  'Makurdi',
  'Uyo',
]

export const PURPOSES = [
  'School fees',
  'House rent',
  'Medical bills',
  'A used car',
  'Farm inputs',
  'Roof repairs',
]
