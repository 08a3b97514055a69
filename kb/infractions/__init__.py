"""The infractions of the Infraction Procedure Guide: their penalties, how judges name them, what changed."""
