/** Who employs the sample lender's customers, by payroll, with the ladders they are paid on. */

type Ladder = {
  /** Monthly net pay in naira at step 1 of each grade that borrows. */
  readonly grades: readonly (readonly [grade: string, job: string, naira: number])[]
}

const CIVIL: Ladder = {
  grades: [
    ['GL 04', 'Clerical Officer', 76_900], ['GL 06', 'Senior Clerical Officer', 88_400],
    ['GL 07', 'Executive Officer', 104_600], ['GL 08', 'Higher Executive Officer', 128_900],
    ['GL 09', 'Administrative Officer I', 151_300], ['GL 10', 'Senior Administrative Officer', 177_800],
    ['GL 12', 'Principal Administrative Officer', 212_500], ['GL 13', 'Assistant Chief Administrative Officer', 243_100],
    ['GL 14', 'Chief Administrative Officer', 286_700], ['GL 15', 'Assistant Director', 351_200],
    ['GL 16', 'Deputy Director', 428_600],
  ],
} // biome-ignore format: a table
const HEALTH: Ladder = {
  grades: [
    ['CONHESS 05', 'Community Health Extension Worker', 109_700], ['CONHESS 07', 'Nursing Officer II', 151_900],
    ['CONHESS 08', 'Nursing Officer I', 179_400], ['CONHESS 09', 'Senior Nursing Officer', 221_600],
    ['CONHESS 11', 'Pharmacist I', 268_300], ['CONHESS 13', 'Chief Nursing Officer', 339_800],
  ],
} // biome-ignore format: a table
const UNIFORMED: Ladder = {
  grades: [
    ['CONPASS 04', 'Assistant I', 94_200], ['CONPASS 06', 'Assistant Inspector', 117_800],
    ['CONPASS 07', 'Inspector', 154_300], ['CONPASS 08', 'Assistant Superintendent', 207_100],
    ['CONPASS 10', 'Deputy Superintendent', 241_900], ['CONPASS 12', 'Superintendent', 287_400],
  ],
} // biome-ignore format: a table
const CAMPUS: Ladder = {
  grades: [
    ['CONTISS 05', 'Library Assistant', 101_400], ['CONTISS 07', 'Executive Officer', 138_600],
    ['CONTISS 08', 'Senior Laboratory Technologist', 182_700], ['CONUASS 02', 'Assistant Lecturer', 203_900],
    ['CONUASS 03', 'Lecturer II', 246_800], ['CONUASS 04', 'Lecturer I', 297_500], ['CONUASS 05', 'Senior Lecturer', 388_200],
  ],
} // biome-ignore format: a table
const SCHOOL: Ladder = {
  grades: [
    ['GL 07', 'Assistant Education Officer', 92_800], ['GL 08', 'Education Officer II', 113_500],
    ['GL 09', 'Education Officer I', 134_700], ['GL 12', 'Principal Education Officer', 196_300],
    ['GL 14', 'Chief Education Officer', 251_400],
  ],
} // biome-ignore format: a table

export type Employer = {
  readonly name: string
  readonly source: 'IPPIS' | 'GIFMIS' | 'STATE'
  readonly ladder: Ladder
  /** How many customers work there beside the others. */
  readonly weight: number
  /** What its staff numbers begin with; the federal payroll has bare digits. */
  readonly prefix: string
  /** The one state it is in; none: everywhere. */
  readonly state?: string
}

const federal = (name: string, ladder: Ladder, weight: number): Employer => ({
  name, ladder, weight, source: 'IPPIS', prefix: '',
}) // biome-ignore format: a line
const campus = (name: string, prefix: string, state: string, weight: number): Employer => ({
  name, prefix, state, weight, ladder: CAMPUS, source: 'GIFMIS',
}) // biome-ignore format: a line
const ofState = (name: string, ladder: Ladder, prefix: string, state: string, weight: number): Employer => ({
  name, ladder, prefix, state, weight, source: 'STATE',
}) // biome-ignore format: a line

export const EMPLOYERS: readonly Employer[] = [
  federal('Nigeria Police Force', UNIFORMED, 24),
  federal('Federal Ministry of Health', HEALTH, 16),
  federal('Federal Ministry of Education', CIVIL, 13),
  federal('Nigeria Immigration Service', UNIFORMED, 9),
  federal('Nigerian Correctional Service', UNIFORMED, 9),
  federal('Nigeria Security and Civil Defence Corps', UNIFORMED, 10),
  federal('Federal Road Safety Corps', UNIFORMED, 8),
  federal('Federal Fire Service', UNIFORMED, 4),
  federal('Nigeria Customs Service', UNIFORMED, 5),
  federal('Federal Ministry of Works', CIVIL, 7),
  federal('Federal Ministry of Agriculture and Food Security', CIVIL, 7),
  federal('Federal Ministry of Finance', CIVIL, 5),
  federal('Federal Ministry of Justice', CIVIL, 3),
  federal('National Bureau of Statistics', CIVIL, 4),
  federal('National Orientation Agency', CIVIL, 5),
  federal('National Population Commission', CIVIL, 5),
  federal('National Identity Management Commission', CIVIL, 4),
  federal('Independent National Electoral Commission', CIVIL, 5),
  federal('Nigerian Meteorological Agency', CIVIL, 2),
  federal('Federal Civil Service Commission', CIVIL, 2),
  campus('University of Ibadan', 'UI', 'Oyo', 3),
  campus('Ahmadu Bello University, Zaria', 'ABU', 'Kaduna', 3),
  campus('University of Nigeria, Nsukka', 'UNN', 'Enugu', 3),
  campus('University of Lagos', 'UL', 'Lagos', 3),
  campus('University of Maiduguri', 'UM', 'Borno', 2),
  campus('Federal Polytechnic, Bida', 'FPB', 'Niger', 2),
  campus('Federal College of Education, Zaria', 'FCZ', 'Kaduna', 2),
  ofState('Lagos State Teaching Service Commission', SCHOOL, 'LAS', 'Lagos', 4),
  ofState('Kano State Ministry of Education', SCHOOL, 'KNS', 'Kano', 3),
  ofState('Rivers State Hospitals Management Board', HEALTH, 'RVS', 'Rivers', 3),
  ofState('Edo State Universal Basic Education Board', SCHOOL, 'EDS', 'Edo', 2),
  ofState('Benue State Ministry of Health', HEALTH, 'BNS', 'Benue', 2),
  ofState('Plateau State Civil Service', CIVIL, 'PLS', 'Plateau', 2),
  ofState('Delta State Ministry of Works', CIVIL, 'DTS', 'Delta', 2),
]
