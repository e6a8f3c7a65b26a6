/** Names heard from Sokoto to Yenagoa. Fictitious: family and first names are drawn apart. */

export type People = {
  readonly families: readonly string[]
  readonly women: readonly string[]
  readonly men: readonly string[]
}

const listed = (names: string): readonly string[] => names.split(/\s+/).filter(name => name !== '')

export const PEOPLES = {
  hausa: {
    families:
      listed(`Abdullahi Abubakar Adamu Aliyu Bako Bala Bello Dahiru Danjuma Garba Gambo Gwarzo Hassan Ibrahim
      Idris Isah Jibril Kabir Ladan Lawal Magaji Mohammed Musa Nuhu Rabiu Sadiq Sani Shehu Suleiman Tanko Umar Usman
      Wada Yahaya Yakubu Yusuf Zubairu Dangana Maigari Tukur`),
    women:
      listed(`Aisha Amina Asma'u Bilkisu Fatima Habiba Hadiza Hafsat Halima Hauwa Jamila Khadija Ladi Maryam Rabi
      Rahila Rakiya Safiya Saratu Talatu Zainab Zulaihat Nafisa Ummi`),
    men: listed(`Abba Abdulkarim Ahmad Aminu Auwal Bashir Buhari Faruk Haruna Hamza Ishaq Kabiru Kamal Lawan Mansur
      Mustapha Nasir Rabilu Sabiu Sadiq Salisu Shamsudeen Tijjani Yunusa`),
  },
  kanuri: {
    families:
      listed(`Bukar Goni Kachalla Kolo Kyari Lawan Modu Mustapha Shettima Zanna Alkali Bulama Gana Mallum Terab
      Waziri Zarma Grema Maina Gaji`),
    women: listed(
      `Aishatu Ajara Bintu Falmata Fanna Hajja Kaltum Kellu Maimuna Yagana Yakaka Zara Zuwaira Hauwa`,
    ),
    men: listed(
      `Abacha Alhaji Babagana Bukar Fannami Goni Ibrahim Kaka Modu Mohammed Umara Usman Yerima Ali Baba Bulama`,
    ),
  },
  yoruba: {
    families:
      listed(`Adebayo Adedeji Adegoke Adekunle Adeleke Adeniyi Adeoye Adesanya Adewale Afolabi Ajayi Akande
      Akinola Akintola Alabi Aremu Ayodele Babalola Balogun Bamidele Fagbemi Falade Fashola Idowu Kolawole Odunsi
      Ogunbiyi Ogundele Ogunleye Ojo Okunola Oladipo Olaniyan Olatunji Oluwole Onabanjo Oyedele Oyelaran Popoola
      Salami Sowunmi Thomas`),
    women:
      listed(`Abimbola Adetoun Bisola Bukola Ebunoluwa Folasade Folake Funmilayo Iyabo Kehinde Mojisola Moronke
      Olabisi Olufunke Omolara Ronke Simisola Taiwo Temitope Titilayo Tolulope Yetunde Bolanle Ayodeji`),
    men: listed(`Adewale Ayodele Babajide Babatunde Biodun Damilola Dele Femi Gbenga Jide Kayode Kehinde Kunle Lanre
      Muyiwa Niyi Olumide Olusegun Rotimi Segun Sola Taiwo Tunde Wale Yinka`),
  },
  igbo: {
    families:
      listed(`Achebe Agu Amadi Anyanwu Azubuike Chukwu Chukwuma Egwu Ekwueme Emenike Eze Ezeugo Ibe Ifeanyi Igwe
      Ihejirika Ikpeazu Iwu Kalu Madu Mbah Njoku Nnadi Nnaji Nwachukwu Nwafor Nwankwo Nwosu Obi Obiora Odili Ogbonna
      Okafor Okeke Okonkwo Okoro Onuoha Onyekachi Orji Uche Ugwu Uzoma`),
    women:
      listed(`Adaeze Adaobi Amaka Amarachi Chiamaka Chidinma Chika Chinwe Chioma Ebele Ginika Ifeoma Ijeoma Kosiso
      Ngozi Nkechi Nkiru Nneka Obiageli Ogechi Oluchi Somto Uchechi Uju`),
    men: listed(`Chibuike Chidi Chidiebere Chijioke Chinedu Chukwuemeka Ebuka Emeka Ifeanyi Ikechukwu Ikenna Kelechi
      Kenechukwu Nnamdi Nonso Obinna Okechukwu Onyeka Sunday Tochukwu Uche Uchenna Ugochukwu Uzochukwu`),
  },
  tiv: {
    families:
      listed(`Aondoakaa Aondona Akume Atim Igbabon Iorapuu Iorfa Kpamor Orkar Shima Suswam Tarka Tersoo Tilley
      Tsegba Tyoden Ugba Ayu Gbenda Yaweh`),
    women:
      listed(`Dooshima Doose Erdoo Kumaior Mbalamen Mimidoo Nguhemen Nguveren Seember Shiminenge Wantaregh Nguseer
      Member Terseer`),
    men: listed(
      `Aondover Iorwuese Moses Orduen Saater Sesugh Terhemba Terkimbi Terna Terungwa Tersugh Tersoo Torkwase`,
    ),
  },
  middleBelt: {
    families:
      listed(`Audu Ameh Achor Agbo Ocheja Onoja Onuh Egwuonwu Ogaba Pam Gyang Dung Davou Bot Dalyop Kolo Ndagi
      Tsado Gana Jiya Atta Obaje Ejeh Musa Mamman Madaki Bitrus Yohanna Ayuba Danladi`),
    women:
      listed(`Ene Ojoma Ladi Blessing Charity Comfort Deborah Esther Grace Hannatu Joy Kaneng Lydia Martha Naomi
      Patience Rahila Ruth Sarah Victoria`),
    men: listed(`Ayuba Bitrus Daniel David Emmanuel Gideon Gyang Ishaku James John Joseph Luka Markus Moses Ocholi Ojonugwa
      Pam Samuel Sunday Yakubu`),
  },
  edo: {
    families:
      listed(`Aigbe Airhiavbere Edosa Ehigiator Eghosa Igbinedion Ikponmwosa Iyamu Obaseki Ogbeide Ogie Okundaye
      Omoregie Osagie Osaro Osazuwa Oseni Oshiomhole Osunde Uwaifo Aghedo Momodu`),
    women: listed(
      `Adesuwa Efosa Esohe Isoken Itohan Ivie Nosakhare Omosede Osaretin Osayuki Uwa Eseosa Abieyuwa`,
    ),
    men: listed(
      `Aisosa Efe Eghosa Enosa Godwin Ikponmwosa Nosa Osagie Osahon Osarodion Osas Osaze Uyi Imafidon`,
    ),
  },
  delta: {
    families:
      listed(`Agbaje Akpobome Akporugo Avwenagha Edafe Efemena Ejiro Emuobo Erhabor Ighodaro Ikomi Oghenekaro
      Ogbodo Okotie Okpara Omatsola Onoriode Oteri Ovie Uduaghan Umukoro Eduvie`),
    women: listed(
      `Ejiroghene Elohor Ese Eloho Fejiro Onome Oghenetega Omotejohwo Rukevwe Tejiri Ufuoma Vwede`,
    ),
    men: listed(
      `Akpevwe Efe Ejaita Emuesiri Fejiro Michael Ochuko Oghenero Okiemute Onoriode Ovie Tega Voke`,
    ),
  },
  efik: {
    families:
      listed(`Akpan Archibong Asuquo Bassey Ebong Edem Effiong Ekanem Ekpo Eno Essien Etim Etuk Ibanga Ikpe
      Inyang Itam Nsa Okon Offiong Udo Udoh Udofia Umoh Umoren Usoro`),
    women: listed(
      `Arit Atim Eno Ekaette Emem Idara Imaobong Iniobong Mfon Nkoyo Nsikan Uduak Unyime Utibe Affiong Ime`,
    ),
    men: listed(
      `Aniekan Anietie Edet Effiong Ekerete Etim Ibanga Idongesit Imoh Iniabasi Itoro Mfoniso Nsikak Okon Ubong Udeme`,
    ),
  },
  ijaw: {
    families:
      listed(`Alagoa Amachree Briggs Clark Dappa Dokubo Ebikeme Egberibin Fubara Harry Igali Jack Jumbo Koko
      Lawson Mieyebo Okara Oruwari Preye Princewill Tariah Timi Tubonimi West Wokoma`),
    women: listed(
      `Alaere Biobele Boma Data Ebiere Ibiso Ibinabo Oyinkuro Preye Tari Tonye Tamunoibi Zigha Ayebatari`,
    ),
    men: listed(
      `Ayebaemi Boma Dagogo Ebikabowei Ibiba Igoni Kuroakegha Miebaka Opubo Perekeme Sokari Tamuno Tonye Tubo`,
    ),
  },
} as const satisfies Record<string, People>
export type PeopleName = keyof typeof PEOPLES

/** A state's people, the most numerous several times, and where in it they live. */
export type Home = {
  readonly peoples: readonly PeopleName[]
  readonly lgas: readonly string[]
  readonly streets: readonly string[]
}

const home = (peoples: string, lgas: string, streets: string): Home => ({
  peoples: listed(peoples) as PeopleName[],
  lgas: lgas.split(', '),
  streets: streets.split(', '),
})

export const HOMES: Readonly<Record<string, Home>> = {
  Abia: home('igbo', 'Umuahia North, Aba South, Aba North, Ohafia, Isiala Ngwa South', 'Aba Road, Azikiwe Road, Bank Road, Faulks Road'),
  Adamawa: home('hausa hausa middleBelt', 'Yola North, Yola South, Mubi South, Numan, Girei', 'Galadima Aminu Way, Mubi Road, Bekaji Road'),
  'Akwa Ibom': home('efik efik efik ijaw', 'Uyo, Eket, Ikot Ekpene, Oron, Abak', 'Oron Road, Abak Road, Wellington Bassey Way, Aka Road'),
  Anambra: home('igbo', 'Awka South, Onitsha North, Nnewi North, Idemili North, Aguata', 'Zik Avenue, Old Market Road, Oguta Road, Enugwu-Ukwu Road'),
  Bauchi: home('hausa hausa hausa middleBelt', 'Bauchi, Katagum, Misau, Ningi, Toro', 'Yandoka Road, Murtala Mohammed Way, Jos Road'),
  Bayelsa: home('ijaw', 'Yenagoa, Ogbia, Sagbama, Southern Ijaw', 'Mbiama Road, Sani Abacha Way, Swali Road'),
  Benue: home('tiv tiv tiv middleBelt', 'Makurdi, Gboko, Otukpo, Katsina-Ala, Vandeikya', 'Old Otukpo Road, Kashim Ibrahim Road, J. S. Tarka Way'),
  Borno: home('kanuri kanuri kanuri hausa', 'Maiduguri, Jere, Biu, Konduga, Bama', 'Sir Kashim Road, Lagos Street, Baga Road'),
  'Cross River': home('efik efik middleBelt', 'Calabar Municipal, Calabar South, Ikom, Ogoja, Obudu', 'Marian Road, Murtala Mohammed Highway, Mary Slessor Avenue'),
  Delta: home('delta delta igbo ijaw', 'Oshimili South, Warri South, Ughelli North, Sapele, Uvwie', 'Nnebisi Road, Effurun-Sapele Road, Okpanam Road'),
  Ebonyi: home('igbo', 'Abakaliki, Afikpo North, Ezza South, Ohaozara', 'Ogoja Road, Water Works Road, Afikpo Road'),
  Edo: home('edo edo edo delta', 'Oredo, Egor, Ikpoba-Okha, Esan West, Etsako West', 'Airport Road, Sapele Road, Ekehuan Road, Sokponba Road'),
  Ekiti: home('yoruba', 'Ado-Ekiti, Ikere, Ijero, Ikole, Oye', 'Fajuyi Road, Iyin Road, Ikere Road'),
  Enugu: home('igbo', 'Enugu North, Enugu South, Nsukka, Udi, Igbo-Eze South', 'Ogui Road, Zik Avenue, Agbani Road, Abakaliki Road'),
  'Federal Capital Territory': home('hausa igbo yoruba middleBelt tiv edo', 'Municipal Area Council, Gwagwalada, Bwari, Kuje, Kubwa', 'Ahmadu Bello Way, Nnamdi Azikiwe Expressway, Gado Nasko Road, Aminu Kano Crescent'),
  Gombe: home('hausa hausa kanuri middleBelt', 'Gombe, Billiri, Kaltungo, Akko', 'Biu Road, Bauchi Road, Jekadafari Street'),
  Imo: home('igbo', 'Owerri Municipal, Owerri North, Orlu, Okigwe, Mbaitoli', 'Wetheral Road, Douglas Road, Okigwe Road, Orlu Road'),
  Jigawa: home('hausa', 'Dutse, Hadejia, Gumel, Kazaure, Birnin Kudu', 'Sani Abacha Way, Kiyawa Road, Kano Road'),
  Kaduna: home('hausa hausa middleBelt middleBelt yoruba', 'Kaduna North, Kaduna South, Zaria, Jema’a, Chikun', 'Ahmadu Bello Way, Kachia Road, Isa Kaita Road, Tafawa Balewa Road'),
  Kano: home('hausa hausa hausa hausa igbo', 'Kano Municipal, Nassarawa, Tarauni, Gwale, Wudil', 'Zoo Road, Ibrahim Taiwo Road, Murtala Mohammed Way, Zaria Road'),
  Katsina: home('hausa', 'Katsina, Daura, Funtua, Malumfashi, Mani', 'IBB Way, Dutsin-Ma Road, Nagogo Road'),
  Kebbi: home('hausa', 'Birnin Kebbi, Argungu, Yauri, Zuru', 'Ahmadu Bello Way, Jega Road, Emir Haruna Road'),
  Kogi: home('middleBelt middleBelt yoruba', 'Lokoja, Okene, Idah, Kabba/Bunu, Dekina', 'Murtala Mohammed Way, Hassan Katsina Road, Okene Road'),
  Kwara: home('yoruba yoruba yoruba hausa middleBelt', 'Ilorin West, Ilorin South, Offa, Edu, Irepodun', 'Unity Road, Ibrahim Taiwo Road, Asa Dam Road'),
  Lagos: home('yoruba yoruba yoruba igbo igbo edo efik', 'Ikeja, Eti-Osa, Alimosho, Surulere, Kosofe, Ikorodu, Badagry', 'Allen Avenue, Awolowo Road, Herbert Macaulay Way, Ikorodu Road, Bode Thomas Street'),
  Nasarawa: home('middleBelt middleBelt hausa tiv', 'Lafia, Karu, Keffi, Akwanga', 'Jos Road, Shendam Road, Makurdi Road'),
  Niger: home('middleBelt middleBelt hausa', 'Chanchaga, Bida, Suleja, Kontagora, Lapai', 'Bosso Road, Paiko Road, Keteren Gwari Road'),
  Ogun: home('yoruba', 'Abeokuta South, Ijebu Ode, Ado-Odo/Ota, Sagamu, Ifo', 'Ibara Road, Folagbade Street, Lantoro Road, Idiroko Road'),
  Ondo: home('yoruba yoruba yoruba ijaw', 'Akure South, Ondo West, Owo, Okitipupa', 'Oba Adesida Road, Oyemekun Road, Ondo Road'),
  Osun: home('yoruba', 'Osogbo, Ife Central, Ilesa East, Ede North, Iwo', 'Gbongan Road, Station Road, Ilesa Road'),
  Oyo: home('yoruba yoruba yoruba yoruba hausa', 'Ibadan North, Ibadan South-West, Ogbomoso North, Oyo East, Egbeda', 'Ring Road, Awolowo Avenue, Iwo Road, Challenge Road'),
  Plateau: home('middleBelt middleBelt middleBelt hausa', 'Jos North, Jos South, Barkin Ladi, Pankshin, Shendam', 'Ahmadu Bello Way, Yakubu Gowon Way, Zaria Road'),
  Rivers: home('ijaw ijaw igbo efik', 'Port Harcourt, Obio/Akpor, Eleme, Bonny, Ahoada East', 'Aba Road, Ikwerre Road, Trans-Amadi Road, Ada George Road'),
  Sokoto: home('hausa', 'Sokoto North, Sokoto South, Wamako, Bodinga, Gwadabawa', 'Maiduguri Road, Sultan Bello Road, Fodio Road'),
  Taraba: home('middleBelt middleBelt hausa tiv', 'Jalingo, Wukari, Takum, Bali', 'Hammaruwa Way, Barde Way, Wukari Road'),
  Yobe: home('kanuri kanuri hausa', 'Damaturu, Potiskum, Nguru, Gashua', 'Gashua Road, Ben Kalio Road, Maiduguri Road'),
  Zamfara: home('hausa', 'Gusau, Kaura Namoda, Talata Mafara, Anka', 'Sani Abacha Way, Sokoto Road, Tudun Wada Road'),
} // biome-ignore format: one state a line
