//! Formulas of scores and ratings: performance, Elo differences with their errors, likelihood of superiority,
//! normalized Elo. `docs/scores.md` has them with their sources.

/// The standard normal quantile of a two-sided interval of 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

/// Rating differences by the score in hundredths from 50 to 100: the conversion table of FIDE's rating
/// regulations (B.02, 8.1.1).
const FIDE_DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// Returns the performance rating by FIDE's table: the mean rating of the opponents, rounded, plus the
/// difference that the table gives for the score. `None` without rated opponents.
pub(crate) fn performance(sum_of_ratings: u64, n: u64, half_points: u64) -> Option<i64> {
    if n == 0 || half_points > 2 * n {
        return None;
    }
    let mean = i64::try_from((2 * sum_of_ratings + n) / (2 * n)).ok()?;
    let hundredths = usize::try_from((100 * half_points + n) / (2 * n)).ok()?;
    let difference = match hundredths.checked_sub(50) {
        Some(above) => FIDE_DIFFERENCES[above],
        None => -FIDE_DIFFERENCES[50 - hundredths],
    };
    Some(mean + difference)
}

/// A distribution of results. Each result is a score from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample<const N: usize> {
    /// Numbers of results by score: the first score is 0, the last is 1, and the others are evenly spaced between them.
    pub(crate) counts: [u64; N],
}

/// A number with its 95 % confidence interval. An end that is infinite or unknown is `None`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) value: Option<f64>,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

impl Estimate {
    const UNKNOWN: Estimate = Estimate { value: None, low: None, high: None };

    /// Returns half the length of the interval.
    pub(crate) fn margin(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
impl<const N: usize> Sample<N> {
    pub(crate) fn n(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the mean score; `None` without results.
    fn mean(&self) -> Option<f64> {
        let n = self.n();
        let steps = self.counts.iter().enumerate().map(|(i, &count)| i as u64 * count);
        (n > 0).then(|| steps.sum::<u64>() as f64 / ((N - 1) as f64 * n as f64))
    }

    /// Returns the variance of a single result; `None` without results.
    fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let of =
            |(i, &count): (usize, &u64)| count as f64 * (i as f64 / (N - 1) as f64 - mean).powi(2);
        Some(self.counts.iter().enumerate().map(of).sum::<f64>() / self.n() as f64)
    }

    /// Returns the mean score, the variance of a single result, and the standard error of the mean; `None` if all
    /// results are the same.
    fn spread(&self) -> Option<(f64, f64, f64)> {
        let (mean, variance) = (self.mean()?, self.variance().filter(|&it| it > 0.0)?);
        Some((mean, variance, (variance / self.n() as f64).sqrt()))
    }

    /// Returns the logistic Elo difference of the mean score, with the interval that follows from the variance. Results that
    /// are all the same have no interval.
    pub(crate) fn elo(&self) -> Estimate {
        let Some((mean, _, error)) = self.spread() else {
            return Estimate { value: self.mean().and_then(elo_of), ..Estimate::UNKNOWN };
        };
        let margin = Z_95 * error;
        Estimate { value: elo_of(mean), low: elo_of(mean - margin), high: elo_of(mean + margin) }
    }

    /// Returns the probability that the expected score is above one half, given the mean score and its standard error.
    /// `None` if all results are the same.
    pub(crate) fn likelihood_of_superiority(&self) -> Option<f64> {
        let (mean, _, error) = self.spread()?;
        Some(normal((mean - 0.5) / error))
    }

    /// Returns the normalized Elo of results that are means of `n_games` games each. All numbers are
    /// `None` if all results are the same.
    pub(crate) fn normalized_elo(&self, n_games: u32) -> Estimate {
        let Some((mean, variance, error)) = self.spread() else { return Estimate::UNKNOWN };
        let deviation_of_game = (f64::from(n_games) * variance).sqrt();
        let margin = Z_95 * error;
        let at = |score: f64| Some((score - 0.5) / deviation_of_game * NORMALIZED_UNIT);
        Estimate { value: at(mean), low: at(mean - margin), high: at(mean + margin) }
    }
}

/// The hypotheses of a sequential probability ratio test: the normalized Elo of the first player is `elo[0]` or `elo[1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The two values of normalized Elo.
    pub elo: [f64; 2],
}

/// The probability of each wrong decision of the test.
const ERROR_RATE: f64 = 0.05;

/// The largest hypothesis of a test.
const MAX_ELO: f64 = 1000.0;

impl Sprt {
    /// Returns the test of two hypotheses, as in `0,5`.
    ///
    /// # Errors
    /// Returns an error if the text is not two numbers in ascending order, or one of them is too large.
    pub fn parse(text: &str) -> Result<Sprt, &'static str> {
        let number = |text: &str| text.trim().parse().ok().filter(|it: &f64| it.abs() <= MAX_ELO);
        text.split_once(',')
            .and_then(|(none, one)| Some([number(none)?, number(one)?]))
            .filter(|[none, one]| none < one)
            .map(|elo| Sprt { elo })
            .ok_or("not two numbers up to 1000 of which the second is larger, as 0,5")
    }

    /// Returns an approximation of the log-likelihood ratio of a sample whose results are means of `n_games` games each;
    /// `None` if all results are the same.
    #[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
    pub(crate) fn ratio<const N: usize>(&self, sample: &Sample<N>, n_games: u32) -> Option<f64> {
        let found = sample.normalized_elo(n_games).value?;
        let distance =
            |elo: f64| 1.0 + f64::from(n_games) * ((found - elo) / NORMALIZED_UNIT).powi(2);
        let [none, one] = self.elo.map(distance);
        Some(sample.n() as f64 / 2.0 * libm::log(none / one))
    }

    /// Returns the ratio from which on the second hypothesis is accepted. The first one is accepted at its negative.
    pub(crate) fn bound() -> f64 {
        libm::log((1.0 - ERROR_RATE) / ERROR_RATE)
    }
}

/// Number of points of normalized Elo that correspond to one standard deviation of the result of a game.
const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// Returns the logistic Elo difference of a score; `None` for scores up to 0 and from 1 on.
fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * libm::log10(1.0 / score - 1.0))
}

/// Returns the likelihood of superiority, the probability that the first player is the stronger one, given
/// wins and losses. Draws do not matter. `None` without decisive games.
#[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
pub(crate) fn likelihood_of_superiority(wins: u64, losses: u64) -> Option<f64> {
    let n = wins.checked_add(losses).filter(|&n| n > 0)?;
    let z = (wins as f64 - losses as f64) / (n as f64).sqrt();
    Some(normal(z))
}

/// Returns the distribution function of the standard normal distribution.
fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn performance_by_the_table_of_fide() {
        // 2 of 2, 1 of 2, 0 of 2; 6.5 of 9 is 72 %.
        assert_eq!(performance(5000, 2, 4), Some(3300));
        assert_eq!(performance(5000, 2, 2), Some(2500));
        assert_eq!(performance(5000, 2, 0), Some(1700));
        assert_eq!(performance(9 * 2400, 9, 13), Some(2566));
        assert_eq!(performance(9 * 2400, 9, 5), Some(2400 - 166));
        assert_eq!(performance(0, 0, 0), None);
    }

    #[track_caller]
    fn close(found: Option<f64>, expect: f64) {
        let found = found.unwrap();
        assert!((found - expect).abs() < 0.006, "{found} instead of {expect}");
    }

    #[test]
    fn games_by_hand() {
        // 136 wins, 111 draws, 96 losses: score 191.5 / 343 = 0.55831, variance 0.16570,
        // standard error 0.021979, interval 0.51523 to 0.60139; 0.05831 / 0.40706 * 347.436 = 49.77.
        let sample = Sample { counts: [96, 111, 136] };
        let elo = sample.elo();
        close(elo.value, 40.70);
        close(elo.margin(), 30.43);
        close(sample.normalized_elo(1).value, 49.77);
        close(likelihood_of_superiority(136, 96).map(|p| p * 100.0), 99.57);
        assert_eq!(likelihood_of_superiority(0, 0), None);
        close(likelihood_of_superiority(5, 5), 0.5);
    }

    #[test]
    fn scores_without_an_end() {
        let all = Sample { counts: [0, 0, 5] };
        assert_eq!(all.elo().value, None);
        assert_eq!(all.normalized_elo(1), Estimate::UNKNOWN);
        let nearly = Sample { counts: [0, 1, 5] };
        assert!(nearly.elo().value.is_some() && nearly.elo().high.is_none());
        assert_eq!(Sample { counts: [0; 3] }.elo(), Estimate::UNKNOWN);
    }

    #[test]
    fn pairs_by_hand() {
        // Pairs with 0, 1/2, 1, 3/2 and 2 points.
        let sample = Sample { counts: [34, 54, 63, 64, 75] };
        close(sample.elo().value, 55.58);
        close(sample.elo().margin(), 27.65);
        close(sample.normalized_elo(2).value, 57.94);
        close(sample.normalized_elo(2).margin(), 28.28);
        // The mean is 0.535, the variance 0.012525: 0.035 / 0.015827 = 2.2114.
        let likelihood = Sample { counts: [0, 2, 39, 9, 0] }.likelihood_of_superiority();
        close(likelihood.map(|p| p * 100.0), 98.65);
        // 76.8 of normalized Elo is 0.22114: 25 * ln(1.097806 / 1.085490) against 0 and 5.
        let sprt = Sprt { elo: [0.0, 5.0] };
        close(sprt.ratio(&Sample { counts: [0, 2, 39, 9, 0] }, 2), 0.2820);
        let same = Sample { counts: [0, 0, 0, 3, 0] };
        assert_eq!(sprt.ratio(&same, 2), None);
        close(Some(Sprt::bound()), 2.944);
        assert_eq!(same.likelihood_of_superiority(), None);
        assert!(same.elo().value.is_some() && same.elo().margin().is_none());
    }
}
