import type { GeopoliticalZone } from './vocabulary.ts'

/** Places, banks and forms of address: what every select of the console offers. */

export type State = {
  readonly id: number
  readonly name: string
  readonly geopoliticalzone: GeopoliticalZone
}

const CAPITAL = 'Federal Capital Territory'

/** The 36 states and the Federal Capital Territory. */
export const STATES: readonly State[] = [
  { id: 1, name: 'Abia', geopoliticalzone: 'South East' },
  { id: 2, name: 'Adamawa', geopoliticalzone: 'North East' },
  { id: 3, name: 'Akwa Ibom', geopoliticalzone: 'South South' },
  { id: 4, name: 'Anambra', geopoliticalzone: 'South East' },
  { id: 5, name: 'Bauchi', geopoliticalzone: 'North East' },
  { id: 6, name: 'Bayelsa', geopoliticalzone: 'South South' },
  { id: 7, name: 'Benue', geopoliticalzone: 'North Central' },
  { id: 8, name: 'Borno', geopoliticalzone: 'North East' },
  { id: 9, name: 'Cross River', geopoliticalzone: 'South South' },
  { id: 10, name: 'Delta', geopoliticalzone: 'South South' },
  { id: 11, name: 'Ebonyi', geopoliticalzone: 'South East' },
  { id: 12, name: 'Edo', geopoliticalzone: 'South South' },
  { id: 13, name: 'Ekiti', geopoliticalzone: 'South West' },
  { id: 14, name: 'Enugu', geopoliticalzone: 'South East' },
  { id: 15, name: CAPITAL, geopoliticalzone: 'North Central' },
  { id: 16, name: 'Gombe', geopoliticalzone: 'North East' },
  { id: 17, name: 'Imo', geopoliticalzone: 'South East' },
  { id: 18, name: 'Jigawa', geopoliticalzone: 'North West' },
  { id: 19, name: 'Kaduna', geopoliticalzone: 'North West' },
  { id: 20, name: 'Kano', geopoliticalzone: 'North West' },
  { id: 21, name: 'Katsina', geopoliticalzone: 'North West' },
  { id: 22, name: 'Kebbi', geopoliticalzone: 'North West' },
  { id: 23, name: 'Kogi', geopoliticalzone: 'North Central' },
  { id: 24, name: 'Kwara', geopoliticalzone: 'North Central' },
  { id: 25, name: 'Lagos', geopoliticalzone: 'South West' },
  { id: 26, name: 'Nasarawa', geopoliticalzone: 'North Central' },
  { id: 27, name: 'Niger', geopoliticalzone: 'North Central' },
  { id: 28, name: 'Ogun', geopoliticalzone: 'South West' },
  { id: 29, name: 'Ondo', geopoliticalzone: 'South West' },
  { id: 30, name: 'Osun', geopoliticalzone: 'South West' },
  { id: 31, name: 'Oyo', geopoliticalzone: 'South West' },
  { id: 32, name: 'Plateau', geopoliticalzone: 'North Central' },
  { id: 33, name: 'Rivers', geopoliticalzone: 'South South' },
  { id: 34, name: 'Sokoto', geopoliticalzone: 'North West' },
  { id: 35, name: 'Taraba', geopoliticalzone: 'North East' },
  { id: 36, name: 'Yobe', geopoliticalzone: 'North East' },
  { id: 37, name: 'Zamfara', geopoliticalzone: 'North West' },
]

/** The code is text: 044 is not 44. */
export type Bank = { readonly Code: string; readonly Name: string }

/** Commercial, merchant, non-interest, microfinance, mortgage and mobile-money, with 3-digit codes. */
export const BANKS: readonly Bank[] = [
  { Code: '404', Name: 'Abbey Mortgage Bank' },
  { Code: '044', Name: 'Access Bank' },
  { Code: '323', Name: 'Access Money' },
  { Code: '602', Name: 'Accion Microfinance Bank' },
  { Code: '565', Name: 'Carbon' },
  { Code: '865', Name: 'CashConnect Microfinance Bank' },
  { Code: '023', Name: 'Citibank Nigeria' },
  { Code: '559', Name: 'Coronation Merchant Bank' },
  { Code: '551', Name: 'Covenant Microfinance Bank' },
  { Code: '050', Name: 'Ecobank Nigeria' },
  { Code: '098', Name: 'Ekondo Microfinance Bank' },
  { Code: '306', Name: 'eTranzact' },
  { Code: '309', Name: 'FBN Mobile' },
  { Code: '070', Name: 'Fidelity Bank' },
  { Code: '608', Name: 'FinaTrust Microfinance Bank' },
  { Code: '011', Name: 'First Bank of Nigeria' },
  { Code: '214', Name: 'First City Monument Bank' },
  { Code: '413', Name: 'FirstTrust Mortgage Bank' },
  { Code: '501', Name: 'FSDH Merchant Bank' },
  { Code: '812', Name: 'Gateway Mortgage Bank' },
  { Code: '103', Name: 'Globus Bank' },
  { Code: '315', Name: 'GTMobile' },
  { Code: '058', Name: 'Guaranty Trust Bank' },
  { Code: '415', Name: 'Imperial Homes Mortgage Bank' },
  { Code: '301', Name: 'Jaiz Bank' },
  { Code: '402', Name: 'Jubilee-Life Mortgage Bank' },
  { Code: '082', Name: 'Keystone Bank' },
  { Code: '031', Name: 'LivingTrust Mortgage Bank' },
  { Code: '303', Name: 'Lotus Bank' },
  { Code: '561', Name: 'Nova Bank' },
  { Code: '552', Name: 'NPF Microfinance Bank' },
  { Code: '305', Name: 'OPay (Paycom)' },
  { Code: '107', Name: 'Optimus Bank' },
  { Code: '327', Name: 'Paga' },
  { Code: '560', Name: 'Page MFBank' },
  { Code: '104', Name: 'Parallex Bank' },
  { Code: '268', Name: 'Platinum Mortgage Bank' },
  { Code: '076', Name: 'Polaris Bank' },
  { Code: '105', Name: 'PremiumTrust Bank' },
  { Code: '101', Name: 'Providus Bank' },
  { Code: '502', Name: 'Rand Merchant Bank' },
  { Code: '311', Name: 'ReadyCash (Parkway)' },
  { Code: '125', Name: 'Rubies Microfinance Bank' },
  { Code: '403', Name: 'SafeTrust Mortgage Bank' },
  { Code: '106', Name: 'Signature Bank' },
  { Code: '221', Name: 'Stanbic IBTC Bank' },
  { Code: '068', Name: 'Standard Chartered Bank Nigeria' },
  { Code: '232', Name: 'Sterling Bank' },
  { Code: '100', Name: 'SunTrust Bank' },
  { Code: '302', Name: 'TAJ Bank' },
  { Code: '102', Name: 'Titan Trust Bank' },
  { Code: '032', Name: 'Union Bank of Nigeria' },
  { Code: '033', Name: 'United Bank for Africa' },
  { Code: '215', Name: 'Unity Bank' },
  { Code: '566', Name: 'VFD Microfinance Bank' },
  { Code: '035', Name: 'Wema Bank' },
  { Code: '057', Name: 'Zenith Bank' },
  { Code: '322', Name: 'Zenith Mobile' },
]

/** Microfinance, mortgage and payment-service banks and wallets where salaries are paid too: NIP codes, or CBN codes where they have none. */
export const OTHER_INSTITUTIONS: readonly Bank[] = [
  { Code: '120001', Name: '9 Payment Service Bank' },
  { Code: '120004', Name: 'Airtel SmartCash PSB' },
  { Code: '50931', Name: 'Bowen MFB' },
  { Code: '50823', Name: 'CEMCS MFB' },
  { Code: '090121', Name: 'Hasal MFB' },
  { Code: '120002', Name: 'Hope PSB' },
  { Code: '070016', Name: 'Infinity Trust Mortgage Bank' },
  { Code: '090267', Name: 'Kuda Bank' },
  { Code: '090405', Name: 'Moniepoint MFB' },
  { Code: '120003', Name: 'MTN MoMo PSB' },
  { Code: '100004', Name: 'OPay Digital Services' },
  { Code: '100033', Name: 'PalmPay' },
  { Code: '51310', Name: 'Sparkle MFB' },
  { Code: '070022', Name: 'STB Mortgage Bank' },
  { Code: '51211', Name: 'TCF MFB' },
]

/** Other codes that files use for an institution of the two lists. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  '50211': '090267', // Kuda
  '50383': '090121', // Hasal
  '50515': '090405', // Moniepoint
  '999991': '100033', // PalmPay
  '999992': '100004', // OPay
  '100002': '327', // Paga
}

export const GENDERS = ['MALE', 'FEMALE'] as const
export type Gender = (typeof GENDERS)[number]

export const TITLES = ['MR', 'MRS', 'MS'] as const
export type Title = (typeof TITLES)[number]

/** `also` is found by typing and not shown; options of one `group` are listed under its name. */
export type SelectOption = {
  readonly value: string
  readonly label: string
  readonly also?: string
  readonly group?: string
}
export type BankOption = SelectOption & { readonly id: string }

/** Shown in capitals, as they are kept. */
const asStored = (value: string): SelectOption => ({ value, label: value })
export const GENDER_OPTIONS: readonly SelectOption[] = GENDERS.map(asStored)
export const TITLE_OPTIONS: readonly SelectOption[] = TITLES.map(asStored)

export const STATE_OPTIONS: readonly SelectOption[] = STATES.map(({ name }) => ({
  value: name,
  label: name,
  ...(name === CAPITAL ? { also: 'Abuja FCT' } : {}),
}))

export const BANK_OPTIONS: readonly BankOption[] = BANKS.toSorted((a, b) =>
  a.Name.localeCompare(b.Name, 'en', { sensitivity: 'base' }),
).map(({ Code, Name }) => ({ id: Code, label: Name, value: Code }))

/** What a form that takes an account offers: the banks, and below them the other institutions. */
export const ACCOUNT_BANK_OPTIONS: readonly BankOption[] = [
  ...BANK_OPTIONS,
  ...OTHER_INSTITUTIONS.map(({ Code, Name }) => ({
    id: Code,
    label: Name,
    value: Code,
    group: 'Other institutions',
    also: Code,
  })),
]

const BANK_BY_CODE = new Map([...BANKS, ...OTHER_INSTITUTIONS].map(bank => [bank.Code, bank]))

/** Of either list, by any of its codes: Kuda is 090267 in transfers and 50211 in some payroll files. */
export const findBank = (code: string): Bank | undefined =>
  BANK_BY_CODE.get(Object.hasOwn(OTHER_CODES, code) ? (OTHER_CODES[code] ?? code) : code)
