import { BANKS } from '../contract/nigeria.ts'

/** The public service as the sample payrolls know it: employers, ladders and banks. Fictitious. */

export type Ladder = {
  readonly category: string
  /** From the lowest grade to the highest, with the monthly net pay in naira at its first step. */
  readonly grades: readonly (readonly [title: string, naira: number])[]
}

const CIVIL: Ladder = {
  category: 'CONPSS',
  grades: [
    ['CLERICAL OFFICER II', 71_200],
    ['CLERICAL OFFICER I', 76_450],
    ['SENIOR CLERICAL OFFICER', 84_300],
    ['EXECUTIVE OFFICER', 98_750],
    ['HIGHER EXECUTIVE OFFICER', 119_400],
    ['ADMINISTRATIVE OFFICER I', 142_800],
    ['SENIOR ADMINISTRATIVE OFFICER', 173_600],
    ['PRINCIPAL ADMINISTRATIVE OFFICER', 214_900],
    ['ASSISTANT CHIEF ADMINISTRATIVE OFFICER', 248_300],
    ['CHIEF ADMINISTRATIVE OFFICER', 287_500],
    ['ASSISTANT DIRECTOR', 356_000],
    ['DEPUTY DIRECTOR', 421_700],
    ['DIRECTOR', 534_900],
  ],
}
const HEALTH: Ladder = {
  category: 'CONHESS',
  grades: [
    ['HEALTH ATTENDANT', 82_600],
    ['COMMUNITY HEALTH EXTENSION WORKER', 104_900],
    ['NURSING OFFICER II', 148_300],
    ['NURSING OFFICER I', 176_200],
    ['SENIOR NURSING OFFICER', 214_500],
    ['PHARMACIST I', 263_800],
    ['CHIEF NURSING OFFICER', 331_400],
    ['CONSULTANT', 612_000],
  ],
}
const POLICE: Ladder = {
  category: 'CONPOSS',
  grades: [
    ['CONSTABLE', 84_700],
    ['CORPORAL', 93_500],
    ['SERGEANT', 108_200],
    ['INSPECTOR', 156_900],
    ['ASSISTANT SUPERINTENDENT', 214_000],
    ['DEPUTY SUPERINTENDENT', 243_300],
    ['SUPERINTENDENT', 281_600],
    ['CHIEF SUPERINTENDENT', 347_800],
  ],
}
const PARAMILITARY: Ladder = {
  category: 'CONPASS',
  grades: [
    ['ASSISTANT III', 79_900],
    ['ASSISTANT I', 91_300],
    ['ASSISTANT INSPECTOR', 112_700],
    ['INSPECTOR', 148_500],
    ['ASSISTANT SUPERINTENDENT I', 201_200],
    ['DEPUTY SUPERINTENDENT', 236_400],
    ['SUPERINTENDENT', 274_900],
    ['COMPTROLLER', 418_000],
  ],
}

export type Employer = { readonly name: string; readonly ladder: Ladder; readonly hasCommands?: true }

export const EMPLOYERS: readonly Employer[] = [
  { name: 'FEDERAL MINISTRY OF HEALTH', ladder: HEALTH },
  { name: 'NATIONAL HOSPITAL ABUJA', ladder: HEALTH },
  { name: 'FEDERAL MEDICAL CENTRE OWERRI', ladder: HEALTH },
  { name: 'FEDERAL MINISTRY OF EDUCATION', ladder: CIVIL },
  { name: 'FEDERAL MINISTRY OF WORKS', ladder: CIVIL },
  { name: 'FEDERAL MINISTRY OF AGRICULTURE', ladder: CIVIL },
  { name: 'FEDERAL MINISTRY OF FINANCE', ladder: CIVIL },
  { name: 'NATIONAL BUREAU OF STATISTICS', ladder: CIVIL },
  { name: 'NATIONAL ORIENTATION AGENCY', ladder: CIVIL },
  { name: 'NATIONAL POPULATION COMMISSION', ladder: CIVIL },
  { name: 'FEDERAL INLAND REVENUE SERVICE', ladder: CIVIL },
  { name: 'NIGERIA POLICE FORCE', ladder: POLICE, hasCommands: true },
  { name: 'NIGERIA POLICE FORCE', ladder: POLICE, hasCommands: true },
  { name: 'NIGERIA POLICE FORCE', ladder: POLICE, hasCommands: true },
  { name: 'NIGERIA IMMIGRATION SERVICE', ladder: PARAMILITARY, hasCommands: true },
  { name: 'NIGERIAN CORRECTIONAL SERVICE', ladder: PARAMILITARY, hasCommands: true },
  { name: 'NIGERIA SECURITY AND CIVIL DEFENCE CORPS', ladder: PARAMILITARY, hasCommands: true },
  { name: 'FEDERAL ROAD SAFETY CORPS', ladder: PARAMILITARY, hasCommands: true },
]

/** Where salaries are paid, the large banks several times. */
const SALARY_BANK_CODES = [
  '011', '011', '033', '033', '057', '044', '058', '032', '214', '070', '076', '035', '050', '232', '082', '301',
] // biome-ignore format: a list of codes
export const SALARY_BANKS = SALARY_BANK_CODES.flatMap(code => BANKS.filter(bank => bank.Code === code))

/** Beside the names of the sample lender's customers: a million people need more of them. */
export const MORE_SURNAMES = [
  'Abdullahi', 'Achebe', 'Adamu', 'Adeoye', 'Afolabi', 'Agbo', 'Aina', 'Ajayi', 'Akande', 'Akinola', 'Alabi', 'Aliyu',
  'Amadi', 'Anyanwu', 'Aondoakaa', 'Ashiru', 'Bassey', 'Bello', 'Chukwu', 'Dikko', 'Ebong', 'Egwu', 'Ekwueme', 'Etim',
  'Garba', 'Idowu', 'Igwe', 'Ikpeazu', 'Inyang', 'Isah', 'Jibril', 'Kalu', 'Kolawole', 'Ladan', 'Madaki', 'Mbah',
  'Mohammed', 'Nnamdi', 'Nwankwo', 'Obi', 'Odili', 'Ogbonna', 'Ojo', 'Okafor', 'Okeke', 'Okoro', 'Oladipo', 'Onoja',
  'Onuoha', 'Osagie', 'Oseni', 'Popoola', 'Salami', 'Shehu', 'Suleiman', 'Tanko', 'Udoh', 'Umar', 'Usman', 'Zubairu',
] // biome-ignore format: a list of names

export const MORE_FIRST_NAMES = {
  women: [
    'Blessing',
    'Fatima',
    'Grace',
    'Halima',
    'Joy',
    'Kehinde',
    'Maryam',
    'Nneka',
    'Patience',
    'Rahila',
    'Yetunde',
  ],
  men: [
    'Abdul',
    'Babajide',
    'Daniel',
    'Femi',
    'Garba',
    'Ikenna',
    'John',
    'Kabiru',
    'Moses',
    'Nnamdi',
    'Yakubu',
  ],
}
