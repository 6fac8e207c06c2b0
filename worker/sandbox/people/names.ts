/** First and last names that go together; `weight` is how many people in a hundred come from the pool. */
interface NamePool {
  readonly weight: number;
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const pool = (weight: number, first: string, last: string): NamePool => ({
  weight,
  first: first.split(' '),
  last: last.split(' '),
});

export const namePools: readonly NamePool[] = [
  pool(
    34,
    'Maren Caleb Hattie Owen Tessa Graham Willa Dominic Paige Russell Fiona Elliot Corinne Wade Juniper Harris Leah Malcolm Bridget Theo Marnie Angus Delia Rory Phoebe Clark Imogen Silas Nora Everett Gemma Duncan Sadie Lowell Brenna Tobias',
    'Whitlock Barrowman Ashdown Pruitt Calloway Merrick Thackeray Lindgate Hollis Redfern Kirkbride Stallworth Penhale Ackroyd Dunmore Fairbank Hartigan Loxley Mossman Overton Quigley Sedgwick Tolliver Vance Wexler Yarrow Beckwith Crandall Everly Garrick Halloway Ingram',
  ),
  pool(
    12,
    'Marisol Esteban Ximena Rafael Paloma Ignacio Lucia Mateo Graciela Andres Noemi Joaquin Ines Emilio Catalina Tomas',
    'Villanueva Ocampo Restrepo Zamora Escalante Barrios Montiel Arriaga Quintana Solano Cisneros Valdivia Fuentes Tejada Carranza Peralta',
  ),
  pool(
    8,
    'Amelie Bastien Genevieve Luc Solange Mathis Odette Remy Coralie Etienne Maude Olivier',
    'Thibault Gauthier Lachance Desrosiers Bellerose Charbonneau Fontaine Marchand Pelletier Rousseau Valcourt Beaulieu',
  ),
  pool(
    10,
    'Anika Rohan Meera Vikram Priyanka Arjun Kavita Nikhil Ishani Sanjay Divya Farhan Leela Imran',
    'Prakash Venkatesan Chaudhary Iyengar Malhotra Banerjee Deshmukh Kulkarni Rangan Siddiqui Wickrama Bhatt Nair Qureshi',
  ),
  pool(
    10,
    'Mei Jason Yuna Derek Lihua Kevin Hana Daniel Xinyi Marcus Sora Vivian',
    'Zhao Kwan Seo Liang Tsai Hwang Fong Jiang Moon Leung Cho Shen',
  ),
  pool(
    5,
    'Naomi Kenji Ayaka Haruto Emi Sho Mika Daichi',
    'Hayashida Morikawa Tachibana Okabe Nishiyama Fujisawa Kurata Shimoda',
  ),
  pool(
    9,
    'Adaeze Kwame Temi Kofi Zainab Obi Amara Femi Nyasha Tendai Abena Chidi',
    'Oduya Mensah Okonjo Adeyinka Boateng Nwosu Asante Eze Moyo Danquah Chukwuma Owusu',
  ),
  pool(
    7,
    'Layla Samir Nadine Karim Yasmin Dariush Rania Omid Salma Tarek',
    'Haddad Rahimi Nassar Farouk Tehrani Mansour Khoury Sabbagh Darwish Zand',
  ),
  pool(
    8,
    'Katja Jonas Annika Lars Greta Matthias Freya Henrik Liesel Soren',
    'Brandt Kessler Lindqvist Vogel Nygaard Steiner Holmberg Reinhardt Dahl Ekstrom',
  ),
  pool(
    6,
    'Dov Irina Pavel Milena Tomasz Zofia Anton Vesna Marek Lida',
    'Kowalczyk Petrov Novotny Zelenko Markovic Wojcik Sokolova Horvat Baran Dvorak',
  ),
  pool(
    6,
    'Bianca Luca Chiara Dario Fabia Enzo Marta Renzo',
    'Ferrante Moretti Caruso Valente Bellini Tavares Almeida Rinaldi',
  ),
  pool(
    5,
    'Linh Paolo Mai Jericho Thuy Andrea Bao Isabel',
    'Tran Dela-Cruz Pham Bautista Nguyen Villaruz Truong Salonga',
  ),
];
